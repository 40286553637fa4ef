/** The clock of this process, set back to an earlier time. */
export interface Past {
  /** Sets the clock to a time, in milliseconds since 1970. From there it runs as usual. */
  moveTo(time: number): void;
  /** Sets the clock right again. */
  end(): void;
}

/**
 * Sets the clock of all code in this process, functions included, until `end` is called. Timers keep their real
 * delays.
 */
export function beginPast(): Past {
  const Present = globalThis.Date;
  let ahead = 0;
  const now = () => Present.now() + ahead;
  globalThis.Date = new Proxy(Present, {
    construct: (date, args, proxy) => Reflect.construct(date, args.length === 0 ? [now()] : args, proxy),
    apply: () => new Present(now()).toString(),
    get: (date, name) => (name === 'now' ? now : Reflect.get(date, name)),
  });
  return {
    moveTo(time) {
      ahead = time - Present.now();
    },
    end() {
      ahead = 0; // for code that has stored the function `Date.now`
      globalThis.Date = Present;
    },
  };
}
