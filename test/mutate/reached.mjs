import { appendFileSync } from 'node:fs';

/** Milliseconds. Writing each reach of a place that a loop runs would slow the tests down. */
const between = 20;

// Preloaded into every process that a test starts. Functions have their own environment, and share only the `process`
// object with the tests. `florinReached` writes the number of each reached place to a file, again for each test file.
const { FLORIN_REACHED: file } = process.env;
if (file) {
  const written = new Map();
  process.florinReached = (number) => {
    const now = Date.now();
    const last = written.get(number) ?? 0;
    if (now >= last && now - last < between) return;
    written.set(number, now);
    appendFileSync(file, `${number}\n`);
  };
}
