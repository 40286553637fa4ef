import { createHash } from 'node:crypto';
import { ApiError } from './errors.ts';

export interface Answer {
  status: number;
  body: object;
}

interface Kept {
  request: string;
  since: number;
  /** Absent while the request is in progress. */
  answer?: Answer;
}

/** In milliseconds: keys are forgotten after a day. */
const remembered = 24 * 60 * 60 * 1000;

/**
 * Repeats the first answer to a key, also a 500, but no rejection before the start of the request
 * (https://docs.stripe.com/api/idempotent_requests).
 */
export class Keys {
  private readonly kept = new Map<string, Kept>();

  constructor(private readonly now: () => number) {}

  /** The earlier answer, if any. @throws if the key is in use, or came with another request */
  begin(key: string, request: string): Answer | undefined {
    const known = this.kept.get(key);
    const hash = createHash('sha256').update(request).digest('hex');
    if (!known || this.now() - known.since > remembered) {
      this.kept.set(key, { request: hash, since: this.now() });
      return undefined;
    }
    if (known.request !== hash) throw new ApiError(400, { type: 'idempotency_error' });
    if (!known.answer) throw new ApiError(409, { type: 'idempotency_error', code: 'idempotency_key_in_use' });
    return known.answer;
  }

  keep(key: string, answer: Answer): void {
    const known = this.kept.get(key);
    if (known) known.answer = answer;
  }

  forget(key: string): void {
    this.kept.delete(key);
  }
}
