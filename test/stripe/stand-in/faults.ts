/**
 * How a request fails. `before` and `after` its effect: `reset` has none, of `lost` the answer is; a 500 is kept under the
 * request's key (https://docs.stripe.com/error-low-level#server-errors), what is throttled or locked is not
 * (https://docs.stripe.com/rate-limits). `malformed`: the effect is made, and the answer is cut off in the middle of its JSON.
 * `denied` (401) and `forbidden` (403) refuse the key; `declined` refuses the payment (400, `charge_expired_for_capture`).
 * `gateway`: a proxy answers in HTML, and the request never arrives.
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
  /** How many of them; 1 where it is not said. */
  times?: number;
  /** How many of them are let through first. */
  after?: number;
}

/** Decides which request fails, and how. */
export class Faults {
  private rules: (Required<Pick<Rule, 'times' | 'after'>> & Rule)[] = [];

  /** @returns what ends it */
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
