/** How long a press counts, in milliseconds. After it nobody may be there any more. */
const patience = 2 * 60_000;

/** How long an answer of ours can take, with all that is on the way. */
const answering = 45_000;

/**
 * Whether the customer is taken to be there still: what they pressed for is done by itself for two minutes, whatever
 * the network does; later they are asked again. By the clock, as timers stop while a device sleeps or a tab is frozen;
 * and a clock that was set back tells nothing.
 */
export function isAttended(pressed: number, now = Date.now()): boolean {
  const age = now - pressed;
  return age >= 0 && age < patience;
}

/** Calls back when {@link isAttended} no longer holds. Returns what ends the wait. */
export const whenUnattended = (pressed: number, callback: () => void): (() => void) =>
  when(() => !isAttended(pressed), callback);

/** Until a request that was sent then is carried out, or never will be. */
export const untilSettled = (sent: number): Promise<void> =>
  new Promise((resolve) => when(() => Math.abs(Date.now() - sent) > answering, resolve));

/** Calls back when so many milliseconds have passed on the clock, asleep or awake. Returns what ends the wait. */
export function after(milliseconds: number, callback: () => void): () => void {
  const until = Date.now() + milliseconds;
  return when(() => Date.now() >= until, callback);
}

function when(isTime: () => boolean, callback: () => void): () => void {
  const timer = setInterval(() => {
    if (!isTime()) return;
    clearInterval(timer);
    callback();
  }, 500);
  return () => clearInterval(timer);
}
