import { aheadOfMachine, countPasts, setAhead, setLocalTime } from '../clock/local-time.ts';

/** The clock of this process, set back to an earlier time. */
export interface Past {
  /** Sets the clock to a time, in milliseconds since 1970. From there it runs as usual. */
  moveTo(time: number): void;
  /** Sets the clock to where it would be without this past. */
  end(): void;
}

/** Lets the clock of all code in this process be set back until `end` is called. */
export function beginPast(): Past {
  const before = aheadOfMachine();
  countPasts(1);
  return {
    moveTo: setLocalTime,
    end() {
      countPasts(-1);
      setAhead(before);
    },
  };
}
