import { appendFileSync } from 'node:fs';

// Preloaded into every process that a test starts. The functions have an environment of their own, so what they and the
// tests share is the process: the number of each place that is reached is written to a file, once.
const { FLORIN_REACHED: file } = process.env;
if (file) {
  const known = new Set();
  process.florinReached = (number) => {
    if (known.has(number)) return;
    known.add(number);
    appendFileSync(file, `${number}\n`);
  };
}
