/** The positions of a match, fetched when they are wanted and a little before. */

const KEPT = 80;

export class Plies {
  constructor(id, language, seat, first) {
    this.id = id;
    this.language = language;
    this.seat = seat;
    this.kept = new Map(); // address: promise of the facts
    this.kept.set(this.address(first.ply), Promise.resolve(first));
  }

  address(ply) {
    return `/replays/${this.id}/plies/${ply}?seat=${this.seat}&lang=${this.language}`;
  }

  /** The facts of a position. */
  get(ply) {
    const address = this.address(ply);
    const asked = this.kept.get(address) ?? fetched(address);
    this.kept.delete(address);
    this.kept.set(address, asked); // the latest is the last to go
    asked.catch(() => this.kept.delete(address));
    if (this.kept.size > KEPT) this.kept.delete(this.kept.keys().next().value);
    return asked;
  }
}

/** JSON from the server; a refusal is an error with its sentence. */
export async function fetched(address) {
  const answer = await fetch(address, { headers: { Accept: "application/json" } });
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.error);
  return told;
}
