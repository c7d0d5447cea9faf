// What CodinGame provides to JavaScript bots and Node does not: readline, print, printErr and putstr.
// Node runs this file before the bot (node --require).
"use strict";

const fs = require("fs");

const CHUNK = 65536;
let waiting = Buffer.alloc(0);

function readChunk() {
  const chunk = Buffer.alloc(CHUNK);
  for (;;) {
    try {
      return chunk.subarray(0, fs.readSync(0, chunk, 0, CHUNK, null));
    } catch (error) {
      if (error.code === "EOF") return chunk.subarray(0, 0);
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

// Returns the next line of the input without its end; undefined when there is none.
function readline() {
  let end = waiting.indexOf(10);
  while (end < 0) {
    const chunk = readChunk();
    if (chunk.length === 0) {
      // Contest bots read in an endless loop: the end of the input is the end of the match.
      if (waiting.length === 0) process.exit(0);
      waiting = Buffer.concat([waiting, Buffer.from("\n")]);
    }
    const searched = waiting.length;
    waiting = Buffer.concat([waiting, chunk]);
    end = waiting.indexOf(10, chunk.length ? searched : 0);
  }
  const line = waiting.subarray(0, end).toString();
  waiting = waiting.subarray(end + 1);
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}

function writeAll(stream, text) {
  const data = Buffer.from(text);
  for (let sent = 0; sent < data.length; ) {
    try {
      sent += fs.writeSync(stream, data, sent);
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

const provided = {
  readline,
  print: (...words) => writeAll(1, words.join(" ") + "\n"),
  putstr: (text) => writeAll(1, String(text)),
  printErr: (...words) => writeAll(2, words.join(" ") + "\n"),
};
for (const [name, value] of Object.entries(provided)) {
  // A bot may declare a variable of that name itself.
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
}
