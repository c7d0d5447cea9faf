/** The positions of a replay, fetched when needed and kept for a while. */

const MOST_CACHED = 80;

export class Positions {
  constructor(id, language, seat, first = null) {
    this.id = id;
    this.language = language;
    this.seat = seat;
    this.cache = new Map(); // address: promise of a position
    if (first) this.cache.set(this.address(first.ply), Promise.resolve(first));
  }

  address(ply) {
    return `/replays/${this.id}/plies/${ply}?seat=${this.seat}&lang=${this.language}`;
  }

  get(ply) {
    const address = this.address(ply);
    const position = this.cache.get(address) ?? fetchJson(address);
    this.cache.delete(address);
    this.cache.set(address, position); // moves it to the end, so that it is removed last
    position.catch(() => this.cache.delete(address));
    if (this.cache.size > MOST_CACHED) this.cache.delete(this.cache.keys().next().value);
    return position;
  }
}

/** Fetch JSON; an error response becomes an Error with the server's sentence. */
export async function fetchJson(address) {
  const response = await fetch(address, { headers: { Accept: "application/json" } });
  const data = await response.json();
  if (!response.ok) throw new Error(data.error);
  return data;
}
