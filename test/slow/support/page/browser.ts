import { AsyncLocalStorage } from 'node:async_hooks';

/** One load of the page in the customer's tab. After a reload, the script of the earlier load no longer runs. */
export interface Load {
  isAlive: boolean;
  isOffline: boolean;
}

interface Options {
  /** The URL of the checkout API. */
  url: string;
  /** Milliseconds since 1970, by a clock that the test moves. */
  now(): number;
}

/** The ways in which a request of the page fails, and the parts that happen. A gateway answers in HTML. */
export const fates = {
  lost: [],
  'without answer': ['arrives'],
  late: ['arrives late'],
  'not forwarded': ['gateway'],
  'answered by the gateway': ['arrives', 'gateway'],
  hanging: ['hangs'],
  'late and hanging': ['arrives late', 'hangs'],
} as const;
export type Fate = keyof typeof fates;

/** Draws how a request with this body fails. @returns undefined if the request does not fail */
type FateOf = (body: { hints?: string[] }) => Fate | undefined;

const never = new Promise<never>(() => {});

export type Browser = ReturnType<typeof playBrowser>;

/**
 * Plays the parts of a browser that the script of the payment page needs: the tab's memory, timers, and a network that
 * fails. Timers run by the test's clock, and only for the script.
 */
export function playBrowser({ url, now }: Options) {
  const loads = new AsyncLocalStorage<Load>();
  const timers = new Map<object, { at: number; repeats: boolean; load: Load; callback: () => void }>();
  const memory = new Map<string, string>();
  const machineTime = Date.now;
  const real = { fetch, setTimeout, setInterval, clearTimeout, clearInterval };
  /** Requests that the page has given up, and that still arrive, some of them within 40 seconds. */
  let late: { until: number; perform: () => Promise<unknown> }[] = [];
  let answering = 0;
  let fateOf: FateOf = () => undefined;
  let note: (line: string) => void = () => {};

  const addTimer = (load: Load, callback: () => void, delay: number, repeats: boolean) => {
    const timer = {};
    timers.set(timer, { at: now() + delay, repeats, load, callback });
    return timer;
  };
  const played = {
    setTimeout: (callback: () => void, delay: number, ...given: never[]) => {
      const load = loads.getStore();
      return load ? addTimer(load, callback, delay, false) : real.setTimeout(callback, delay, ...given);
    },
    setInterval: (callback: () => void, delay: number, ...given: never[]) => {
      const load = loads.getStore();
      return load ? addTimer(load, callback, delay, true) : real.setInterval(callback, delay, ...given);
    },
    clearTimeout: (timer: NodeJS.Timeout) => timers.delete(timer) || real.clearTimeout(timer),
    clearInterval: (timer: NodeJS.Timeout) => timers.delete(timer) || real.clearInterval(timer),
    async fetch(to: string, init: RequestInit) {
      const load = loads.getStore();
      if (!load) return real.fetch(to, init);
      const answer = await ask(load, to, init);
      return load.isAlive ? answer : never;
    },
    sessionStorage: {
      getItem: (name: string) => memory.get(name) ?? null,
      setItem: (name: string, text: string) => memory.set(name, text),
    },
    location: { pathname: '/', search: '' },
    document: { getElementById: () => null },
  };

  async function ask(load: Load, to: string, { signal, ...init }: RequestInit): Promise<Response> {
    if (!load.isAlive) return never;
    const path = to.slice(url.length);
    const perform = async () => {
      answering += 1;
      try {
        const answer = await loads.exit(() => real.fetch(to, init));
        const text = await answer.text();
        note(`  ${path} ${answer.status} ${answer.status < 300 ? '' : text}`);
        return new Response(text, answer);
      } finally {
        answering -= 1;
      }
    };
    const fate = load.isOffline ? 'lost' : fateOf(JSON.parse(String(init.body)));
    if (!fate) return perform();
    note(`  ${path} ${fate}`);
    const parts: readonly string[] = fates[fate];
    if (parts.includes('arrives late')) late.push({ until: now() + 40_000, perform });
    if (parts.includes('arrives')) await perform();
    if (parts.includes('hangs')) await new Promise((_, reject) => signal?.addEventListener('abort', reject));
    if (parts.includes('gateway')) return new Response('<html>', { status: 502 });
    throw new TypeError('fetch failed');
  }

  return {
    loads,
    /** Starts to play. @returns the function that ends it */
    start() {
      Object.assign(globalThis, played);
      Date.now = now;
      return () => {
        Object.assign(globalThis, {
          ...real,
          sessionStorage: undefined,
          location: undefined,
          document: undefined,
        });
        Date.now = machineTime;
      };
    },
    /** Begins with a new tab, whose requests fail as `fate` says. */
    open(fate: FateOf, log: (line: string) => void) {
      memory.clear();
      timers.clear();
      late = [];
      fateOf = fate;
      note = log;
    },
    /** Lets the late requests arrive that must have arrived at this time; all of them if absent. */
    async arrive(time = Number.POSITIVE_INFINITY) {
      const arriving = late.filter(({ until }) => until <= time);
      late = late.filter(({ until }) => until > time);
      for (const { perform } of arriving) await perform().catch(() => {});
    },
    /** Runs the timers whose time has come. */
    runTimers() {
      for (const [timer, { at, repeats, load, callback }] of [...timers]) {
        if (!load.isAlive) timers.delete(timer);
        else if (timers.has(timer) && at <= now()) {
          if (!repeats) timers.delete(timer);
          loads.run(load, callback);
        }
      }
    },
    /** Waits until the script waits for the customer, for the clock, or for an answer that hangs. */
    async settled() {
      for (let quiet = 0; quiet < 3; quiet = answering === 0 ? quiet + 1 : 0)
        await new Promise((done) => real.setTimeout(done, 3));
    },
  };
}
