import type { handler as sessionHandler } from '../../../functions/authorizers/session.ts';

const mockAsked: string[] = [];
const session = { id: 's1', userId: 'u1', email: 'ann@example.com', proven: 5, mailed: 6 };
const till = { id: 't1', merchantId: 'm1', name: 'Till', role: 'refundingTill', pairedBy: { id: 'u1' } };
const mockSessions: Record<string, object> = {
  one: session,
  plain: { ...session, proven: undefined, mailed: undefined },
};
const mockTills: Record<string, object> = { one: till };

jest.mock('../../../functions/core/usecases/console/sessions.ts', () => ({
  sessionOf: async (cookie = 'none') => {
    mockAsked.push(`session ${cookie}`);
    return mockSessions[cookie];
  },
}));
jest.mock('../../../functions/core/usecases/console/tills.ts', () => ({
  tillOf: async (cookie = 'none') => {
    mockAsked.push(`till ${cookie}`);
    return mockTills[cookie];
  },
}));

type Handler = typeof sessionHandler;
let handler: Handler;

beforeAll(async () => {
  ({ handler } = await import('../../../functions/authorizers/session.ts'));
});
beforeEach(() => {
  mockAsked.length = 0;
});

const methodArn = 'arn:aws:execute-api:eu-west-1:000000000000:abc/sandbox/GET/session';

const ask = (console: string | undefined, ...cookies: string[]) =>
  handler({
    ...{ type: 'REQUEST', methodArn, headers: console === undefined ? {} : { 'florin-console': console } },
    multiValueHeaders: { Cookie: cookies },
    requestContext: { requestId: 'r1' },
  } as unknown as Parameters<Handler>[0]);

const policy = (Effect: 'Allow' | 'Deny', principalId = 'nobody') => ({
  principalId,
  policyDocument: {
    Version: '2012-10-17',
    Statement: [{ Effect, Action: 'execute-api:Invoke', Resource: methodArn }],
  },
});

const both = '__Host-florin=one; __Host-florin-till=one';

test('the user of a session may make this one request, with the step-ups of the session', async () => {
  const identity = { identity: 'user', sessionId: 's1', email: 'ann@example.com' };
  expect(await ask('1', both)).toEqual({
    ...policy('Allow', 'u1'),
    context: { ...identity, proven: 5, mailed: 6 },
  });
  expect(await ask('1', '__Host-florin=plain')).toEqual({
    ...policy('Allow', 'u1'),
    context: { ...identity, proven: 0, mailed: 0 },
  });
  expect(mockAsked).toEqual(['session one', 'session plain']);
});

test('a till may make this one request, with the role in which it was paired', async () => {
  expect(await ask('till', both)).toEqual({
    ...policy('Allow', 't1'),
    context: { identity: 'till', merchantId: 'm1', email: 'Till', role: 'refundingTill' },
  });
  expect(mockAsked).toEqual(['till one']);
});

test.each([undefined, '', '0', '2', 'user', 'TILL', '1, till'])(
  'a request with the console’s header %j is refused without a read',
  async (value) => {
    const context = { message: 'Send the header Florin-Console: 1' };
    expect(await ask(value, both)).toEqual({ ...policy('Deny'), context });
    expect(mockAsked).toEqual([]);
  },
);

test.each([
  ['1', 'Sign in', '__Host-florin-till=one'],
  ['1', 'Sign in', '__Host-florin=other'],
  ['1', 'Sign in', 'florin=one'],
  ['1', 'Sign in', '__Host-florin=one; __Host-florin=one'],
  ['till', 'Pair this device', '__Host-florin=one'],
  ['till', 'Pair this device', '__Host-florin-till=other'],
])(
  'a request with the console’s header %s and a wrong cookie gets the message: %s (%s)',
  async (value, message, cookie) => {
    expect(await ask(value, cookie)).toEqual({ ...policy('Deny'), context: { message } });
  },
);

test('a cookie counts once among several headers, and twice not at all', async () => {
  expect((await ask('1', 'a=b', ' __Host-florin=one ')).principalId).toBe('u1');
  expect((await ask('1', '__Host-florin=one', '__Host-florin=one')).principalId).toBe('nobody');
});
