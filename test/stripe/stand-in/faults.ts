/**
 * How a request fails. `reset` fails before the effect, and `lost` loses the answer after it. Stripe stores a 500 under
 * the request's key (https://docs.stripe.com/error-low-level#server-errors), but no `throttled` or `locked` answer
 * (https://docs.stripe.com/rate-limits). `malformed` has its effect, and its answer ends in the middle of the JSON.
 * `denied` (401) and `forbidden` (403) reject the API key. `declined` declines the payment (400,
 * `charge_expired_for_capture`). `gateway`: a proxy answers in HTML, and the request never arrives.
 */
export type Failure =
  | 'reset'
  | 'lost'
  | 'hang'
  | 'hang-after'
  | '500'
  | '500-after'
  | 'throttled'
  | 'locked'
  | 'declined'
  | 'denied'
  | 'forbidden'
  | 'malformed'
  | 'gateway';

export interface Rule {
  how: Failure;
  /** The requests that fail, such as `POST /v1/payment_intents`; all if absent. */
  of?: string | RegExp;
  /** Only requests of this account fail. */
  account?: string;
  /** The number of requests that fail, 1 by default. */
  times?: number;
  /** The number of requests that pass before. */
  after?: number;
}

/** Decides which request fails, and how. */
export class Faults {
  private rules: (Required<Pick<Rule, 'times' | 'after'>> & Rule)[] = [];

  /** @returns a function that ends the failures */
  add(rule: Rule): () => void {
    const added = { times: 1, after: 0, ...rule };
    this.rules.push(added);
    return () => {
      this.rules = this.rules.filter((other) => other !== added);
    };
  }

  of(request: string, account: string): Failure | undefined {
    for (const rule of this.rules) {
      const { of } = rule;
      if (rule.account !== undefined && rule.account !== account) continue;
      if (of !== undefined && !(typeof of === 'string' ? request === of : of.test(request))) continue;
      if (rule.times === 0) continue;
      if (rule.after > 0) {
        rule.after--;
        continue;
      }
      rule.times--;
      return rule.how;
    }
    return undefined;
  }
}
