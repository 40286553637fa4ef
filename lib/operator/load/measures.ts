import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';

/** The times and failures of one kind of request. */
export interface Measure {
  times: RecordableHistogram;
  /** The number of failures by reason, such as `429`. */
  failures: Map<string, number>;
}

/** The requests of a load test, by name. */
export class Measures {
  readonly all = new Map<string, Measure>();

  /**
   * Measures a request.
   *
   * @param since milliseconds of `performance.now()`: when the customer began to wait
   */
  async time<T>(name: string, request: () => Promise<T>, since = performance.now()): Promise<T> {
    const measure = this.#of(name);
    try {
      const answer = await request();
      // The histogram counts from 1.
      measure.times.record(Math.max(1, Math.round((performance.now() - since) * 1000)));
      return answer;
    } catch (error) {
      const reason = reasonOf(error);
      measure.failures.set(reason, (measure.failures.get(reason) ?? 0) + 1);
      throw error;
    }
  }

  #of(name: string): Measure {
    const known = this.all.get(name);
    if (known) return known;
    const measure = { times: createHistogram(), failures: new Map() };
    this.all.set(name, measure);
    return measure;
  }
}

function reasonOf(error: unknown): string {
  const { status, name, message, cause } = error as Error & { status?: number; cause?: { code?: string } };
  return String(status ?? cause?.code ?? (name === 'Error' ? message : name));
}

/** One line of the report. Times are milliseconds, `undefined` if no request has succeeded. */
export interface Row {
  name: string;
  succeeded: number;
  failed: number;
  failures: Record<string, number>;
  p50?: number;
  p90?: number;
  p99?: number;
  max?: number;
}

export function rowsOf({ all }: Measures): Row[] {
  return [...all].map(([name, { times, failures }]) => {
    const at = (percent: number) => times.percentile(percent) / 1000;
    return {
      name,
      succeeded: times.count,
      failed: [...failures.values()].reduce((sum, count) => sum + count, 0),
      failures: Object.fromEntries(failures),
      ...(times.count > 0 && { p50: at(50), p90: at(90), p99: at(99), max: times.max / 1000 }),
    };
  });
}
