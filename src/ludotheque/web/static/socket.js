/** The connection to a table: frames in order, kept alive, opened again after every loss. */

const PING = 20_000; // milliseconds
const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
// Close codes of the server, as in sockets.py.
export const NO_TABLE = 4404;
const FOREIGN_PAGE = 4403;
const FINAL = new Set([NO_TABLE, FOREIGN_PAGE]); // connecting again would not help

export class Socket {
  /** `heard(message)` gets every message, `changed(isOpen, code)` every loss and return. */
  constructor(address, heard, changed) {
    this.address = address;
    this.heard = heard;
    this.changed = changed;
    this.wait = FIRST_WAIT;
    this.isOpen = false;
    this.timer = 0;
    setInterval(() => this.ping(), PING);
    addEventListener("online", () => this.retry());
    document.addEventListener("visibilitychange", () => document.hidden || this.retry());
    this.connect();
  }

  /** Send a request; false while there is no connection. */
  send(request) {
    if (!this.isOpen) return false;
    this.socket.send(JSON.stringify(request));
    return true;
  }

  connect() {
    const socket = new WebSocket(this.address);
    let queue = Promise.resolve();
    socket.binaryType = "blob";
    socket.onmessage = ({ data }) => {
      this.isQuiet = false;
      const reading = read(data);
      queue = queue.then(async () => socket === this.socket && this.heard(await reading));
      queue.catch((error) => (console.error(error), socket.close()));
    };
    socket.onopen = () => this.opened();
    socket.onclose = ({ code }) => socket === this.socket && this.closed(code);
    this.socket = socket;
  }

  opened() {
    this.isOpen = true;
    this.isQuiet = false;
    this.wait = FIRST_WAIT;
    this.changed(true, 0);
  }

  closed(code) {
    this.isOpen = false;
    this.changed(false, code);
    if (FINAL.has(code)) return;
    this.timer = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  /** Do not wait any longer. */
  retry() {
    if (this.isOpen || this.socket.readyState === WebSocket.CONNECTING || !this.timer) return;
    clearTimeout(this.timer);
    this.connect();
  }

  /** A connection that has not answered since the last ping is dead, even if nobody said so. */
  ping() {
    if (!this.isOpen) return;
    if (this.isQuiet) {
      this.socket.close();
      this.socket.onclose({ code: 1006 });
    } else {
      this.isQuiet = true;
      this.send({ do: "ping" });
    }
  }
}

/** A message as an object: text, or gzip of text. */
async function read(data) {
  if (typeof data === "string") return JSON.parse(data);
  return new Response(data.stream().pipeThrough(new DecompressionStream("gzip"))).json();
}
