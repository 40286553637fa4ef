/** For how long a press of the button shows that the customer is present, in milliseconds. */
const patience = 2 * 60_000;

/** The longest time for an answer of Florin's server, network included, in milliseconds. */
const answering = 45_000;

/**
 * Whether the customer still counts as present. For two minutes after a press the page continues without asking,
 * whatever the network does. After that it asks the customer again. Uses the clock, as timers stop while a device
 * sleeps or a tab is frozen. A press in the future means that the clock was set back, and counts as absent.
 */
export function isAttended(pressed: number, now = Date.now()): boolean {
  const age = now - pressed;
  return age >= 0 && age < patience;
}

/** Calls back when {@link isAttended} no longer holds. Returns a function that stops the wait. */
export const whenUnattended = (pressed: number, callback: () => void): (() => void) =>
  when(() => !isAttended(pressed), callback);

/** Resolves when a request that was sent at this time has certainly been processed or lost. */
export const untilSettled = (sent: number): Promise<void> =>
  new Promise((resolve) => when(() => Math.abs(Date.now() - sent) > answering, resolve));

/**
 * Calls back after so many milliseconds by the clock, including time asleep. Returns a function that stops the wait.
 */
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
