import { appendFileSync } from 'node:fs';

// Preloaded into every process that a test starts. Functions have their own environment, and share only the `process`
// object with the tests. `florinReached` writes the number of each reached place to a file, once.
const { FLORIN_REACHED: file } = process.env;
if (file) {
  const known = new Set();
  process.florinReached = (number) => {
    if (known.has(number)) return;
    known.add(number);
    appendFileSync(file, `${number}\n`);
  };
}
