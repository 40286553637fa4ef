import { mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './until.ts';

/** A clock of a Florin that tests can move. */
export interface Clock {
  /** The variables that start a Florin with this clock. */
  env: Record<string, string>;
  /** Milliseconds since 1970. */
  now(): number;
  /** Moves it on to a time, or leaves it where that has passed; Florin has seen it then. */
  moveTo(time: number): Promise<void>;
  /** In milliseconds, of this machine's. */
  ahead(): number;
}

/** Looks at the file again and again: how far it is ahead of this machine's clock, in milliseconds. */
const script = (file: string) => `
  import { readFileSync, writeFileSync } from 'node:fs';
  const { now } = Date;
  let ahead;
  const look = () => {
    const text = readFileSync(${JSON.stringify(file)}, 'utf8');
    if (Number(text) === ahead) return;
    ahead = Number(text);
    writeFileSync(${JSON.stringify(`${file}.seen`)}, text);
  };
  look();
  setInterval(look, 20).unref();
  Date.now = () => now.call(Date) + ahead;
`;

export function makeClock(): Clock {
  const folder = mkdtempSync(join(tmpdir(), 'florin-clock-'));
  const file = join(folder, 'ahead');
  let ahead = 0;
  const write = () => {
    writeFileSync(`${file}.new`, String(ahead));
    renameSync(`${file}.new`, file);
  };
  write();
  const now = () => Date.now() + ahead;
  return {
    env: { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(script(file))}` },
    now,
    ahead: () => ahead,
    async moveTo(time) {
      ahead += Math.max(0, time - now());
      write();
      await until(
        async () => readFileSync(`${file}.seen`, 'utf8'),
        (seen) => seen === String(ahead),
      );
    },
  };
}
