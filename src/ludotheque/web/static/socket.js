/** The connection to a table: messages in order, pings, and reconnecting after a loss. */

const PING = 20_000; // milliseconds
const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
// Close codes of the server, as in sockets.py.
export const NO_TABLE = 4404;
const FOREIGN_PAGE = 4403;
const FINAL = new Set([NO_TABLE, FOREIGN_PAGE]); // connecting again would not help

export class Socket {
  /** `onMessage(message)` gets every message; `onConnection(isOpen, code)` is called at every loss and reconnection. */
  constructor(address, onMessage, onConnection) {
    this.address = address;
    this.onMessage = onMessage;
    this.onConnection = onConnection;
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
      const reading = decode(data);
      queue = queue.then(async () => socket === this.socket && this.onMessage(await reading));
      queue.catch((error) => (console.error(error), socket.close()));
    };
    socket.onopen = () => this.onOpen();
    socket.onclose = ({ code }) => socket === this.socket && this.onClose(code);
    this.socket = socket;
  }

  onOpen() {
    this.isOpen = true;
    this.isQuiet = false;
    this.wait = FIRST_WAIT;
    this.onConnection(true, 0);
  }

  onClose(code) {
    this.isOpen = false;
    this.onConnection(false, code);
    if (FINAL.has(code)) return;
    this.timer = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  /** Reconnect now instead of waiting for the timer. */
  retry() {
    if (this.isOpen || this.socket.readyState === WebSocket.CONNECTING || !this.timer) return;
    clearTimeout(this.timer);
    this.connect();
  }

  /** Send a ping. A connection that has not answered the last one is dead, even if the browser has not noticed. */
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

/** Parse a message: JSON as text, or gzipped. */
async function decode(data) {
  if (typeof data === "string") return JSON.parse(data);
  return new Response(data.stream().pipeThrough(new DecompressionStream("gzip"))).json();
}
