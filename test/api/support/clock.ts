import { mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from './wait-until.ts';

/** A clock of a Florin that tests can move. */
export interface Clock {
  /** The variables that start a Florin with this clock. */
  env: Record<string, string>;
  /** Milliseconds since 1970. */
  now(): number;
  /** Moves the clock forward to a time that has not passed yet, and waits until Florin uses the new time. */
  moveTo(time: number): Promise<void>;
  /** Milliseconds that this clock is ahead of the machine's clock. */
  ahead(): number;
}

/** Makes Florin's clock follow the file, which contains how many milliseconds the clock is ahead of this machine's. */
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

/**
 * @param hour the clock begins at the last time when it was this full hour (UTC), instead of now. The clock must not
 *   begin in the future: the engine dates stream records by the machine's clock, and a webhook gets no events that are
 *   older than the webhook
 */
export function makeClock({ hour }: { hour?: number } = {}): Clock {
  const folder = mkdtempSync(join(tmpdir(), 'florin-clock-'));
  const file = join(folder, 'ahead');
  let ahead = hour === undefined ? 0 : sinceHour(hour);
  const write = () => {
    writeFileSync(`${file}.new`, String(ahead));
    renameSync(`${file}.new`, file);
  };
  write();
  // A test may make `Date` follow this clock.
  const machineTime = Date.now;
  const now = () => machineTime.call(Date) + ahead;
  return {
    env: { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(script(file))}` },
    now,
    ahead: () => ahead,
    async moveTo(time) {
      ahead += Math.max(0, time - now());
      write();
      await waitUntil(
        async () => readFileSync(`${file}.seen`, 'utf8'),
        (seen) => seen === String(ahead),
      );
    },
  };
}

/** Returns how many milliseconds ago it was last this full hour (UTC), as a negative number or 0. */
function sinceHour(hour: number): number {
  const now = Date.now();
  const today = new Date(now).setUTCHours(hour, 0, 0, 0) - now;
  return today <= 0 ? today : today - 24 * 60 * 60 * 1000;
}
