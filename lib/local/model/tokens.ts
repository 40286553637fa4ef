import { createHash } from 'node:crypto';
import { type Answer, failure, type Request, success } from './protocol.ts';

/** The time for which DynamoDB recognizes a transaction by its token, in milliseconds. */
const known = 10 * 60 * 1000;

/** Recognizes transactions that are sent again with their `ClientRequestToken`, for example after a lost answer. */
export function startTokens(now: () => number) {
  const done = new Map<string, { request: string; until: number }>();
  const underWay = new Map<string, string>();

  function forget(): void {
    for (const [token, { until }] of done) {
      if (until > now()) return; // all later entries are newer
      done.delete(token);
    }
  }

  return {
    /** The answer to a repeated transaction; undefined if no earlier one with the token has had an effect. */
    repeated({ input, body }: Request): Answer | undefined {
      forget();
      const token = input.ClientRequestToken ?? '';
      const request = digest(body);
      const before = underWay.get(token) ?? done.get(token)?.request;
      if (before === undefined) return undefined;
      if (before !== request)
        return failure(
          'IdempotentParameterMismatchException',
          'The request has the token of another one, but not its parameters',
        );
      return underWay.has(token)
        ? failure('TransactionInProgressException', 'The transaction with this token is in progress')
        : success({});
    },

    /** Runs a transaction, and remembers its token if the transaction had its effect. */
    async once(
      { input: { ClientRequestToken: token }, body }: Request,
      work: () => Promise<Answer>,
    ): Promise<Answer> {
      if (!token) return work();
      const request = digest(body);
      underWay.set(token, request);
      try {
        const answer = await work();
        if (answer.status === 200) done.set(token, { request, until: now() + known });
        return answer;
      } finally {
        underWay.delete(token);
      }
    },
  };
}

const digest = (body: string): string => createHash('sha1').update(body).digest('base64');
