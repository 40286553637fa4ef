import type { Clock } from './clock.ts';
import { waitUntil } from './wait-until.ts';

/** A delivery as the API shows it. */
export interface Delivery {
  id: string;
  status: string;
  attempts: { time: string; status: number | null }[];
  next: string | null;
}

/** Moves the clock until each delivery of a list has one more attempt. */
export async function nextAttempt(clock: Clock, list: () => Promise<Delivery[]>): Promise<Delivery[]> {
  const before = await list();
  const counts = new Map(before.map(({ id, attempts }) => [id, attempts.length]));
  await clock.moveTo(Math.max(...before.map(({ next }) => Date.parse(next ?? ''))) + 1000);
  // A message that returns to its queue while the clock moves needs a further move.
  const later = async () => {
    await clock.moveTo(clock.now() + 1000);
    return list();
  };
  return waitUntil(
    later,
    (now) => now.every(({ id, attempts }) => attempts.length > (counts.get(id) ?? 0)),
    60,
  );
}
