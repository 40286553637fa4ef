import { connect } from '../../../stripe/orders.ts';

export type Answer = [status: number, body: object];

/** Answers requests in the place of Stripe, each with the answer in the script. Keeps the keys, and the last form, of each. */
export function scriptStripe() {
  const asked: string[] = [];
  const keys: Record<string, string[]> = {};
  const forms: Record<string, object> = {};
  let script: Record<string, Answer> = {};
  beforeEach(() => {
    connect('http://stripe.test');
    jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    jest
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async (url, { method = 'GET', headers, body } = {}) => {
        const request = `${method} ${new URL(String(url)).pathname.slice('/v1/'.length)}`;
        const key = new Headers(headers).get('idempotency-key');
        asked.push(request);
        keys[request] = [...(keys[request] ?? []), ...(key ? [key] : [])];
        if (body) forms[request] = Object.fromEntries(body as URLSearchParams);
        const answer = script[request];
        if (!answer) throw new Error(`No answer to ${request}`);
        return Response.json(answer[1], { status: answer[0] });
      });
  });
  afterEach(() => jest.restoreAllMocks());

  /** @returns the result of `work`, and the requests that it sends */
  const during = async <T>(answers: typeof script, work: () => Promise<T>): Promise<[T, string[]]> => {
    script = answers;
    asked.length = 0;
    for (const request of Object.keys(keys)) {
      delete keys[request];
      delete forms[request];
    }
    return [await work(), [...asked]];
  };
  return { during, keys, forms };
}

export const refused = (status: number, error: object = {}): Answer => [
  status,
  { error: { type: 'invalid_request_error', ...error } },
];

export const failed = refused(500, { type: 'api_error' });

export const listOf = (...data: object[]): Answer => [200, { object: 'list', data, has_more: false }];
