const Machine = globalThis.Date;

let ahead = 0;
let isInstalled = false;
let pasts = 0;

/** Counts the histories that are being made: during each of them the clock is set back. */
export const countPasts = (more: 1 | -1): void => {
  pasts += more;
};

/** Whether the clock is set back now. */
export const isPast = (): boolean => pasts > 0;

/** The time of this machine, in milliseconds since 1970. */
export const machineTime = (): number => Machine.now();

/** The milliseconds that Florin's clock is ahead of this machine's. */
export const aheadOfMachine = (): number => ahead;

/** Sets Florin's clock to a time, in milliseconds since 1970. From there it runs as usual. Timers keep their delays. */
export function setLocalTime(time: number): void {
  installLocalTime();
  ahead = time - Machine.now();
}

/** Sets how many milliseconds Florin's clock is ahead of this machine's. */
export function setAhead(milliseconds: number): void {
  installLocalTime();
  ahead = milliseconds;
}

/**
 * Makes all code of this process, functions included, read Florin's clock by `Date`. It comes before that code is loaded,
 * as some of it stores the function `Date.now`.
 */
export function installLocalTime(): void {
  if (isInstalled) return;
  isInstalled = true;
  const now = () => Machine.now() + ahead;
  globalThis.Date = new Proxy(Machine, {
    construct: (date, args, proxy) => Reflect.construct(date, args.length === 0 ? [now()] : args, proxy),
    apply: () => new Machine(now()).toString(),
    get: (date, name) => (name === 'now' ? now : Reflect.get(date, name)),
  });
}
