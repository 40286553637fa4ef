import type { Authorizer } from '../../../lib/local/gateway/api.ts';
import { AccessDenied, makeAuthorize } from '../../../lib/local/gateway/authorizer.ts';
import { eventOf, makeApi, makeRequest } from './fixture.ts';

const api = makeApi();
const arn = 'arn:aws:execute-api:eu-west-1:000000000000:abcdefghij/sandbox/GET/lines/1';

const token: Authorizer = {
  id: 'Key',
  type: 'TOKEN',
  function: 'KeyFunction',
  identitySources: ['method.request.header.Authorization'],
  ttl: 60,
};
const request: Authorizer = { ...token, id: 'Request', type: 'REQUEST', identitySources: [], ttl: 0 };

const policy = (Effect: string, Resource: string | string[], context?: object) => ({
  principalId: 'app',
  policyDocument: { Version: '2012-10-17', Statement: [{ Action: 'execute-api:Invoke', Effect, Resource }] },
  context,
});

/** Sets up an authorizer function that returns the given result, or throws it if it is an error. */
function setUp(result: unknown = policy('Allow', '*')) {
  const calls: { fn: string; event: Record<string, unknown> }[] = [];
  const reported: unknown[] = [];
  let now = 0;
  const state = { result };
  const authorize = makeAuthorize({
    invoke: async (fn, event) => {
      calls.push({ fn, event: event as Record<string, unknown> });
      if (state.result instanceof Error) throw state.result;
      return state.result;
    },
    report: (error) => reported.push(error),
    now: () => now,
  });
  const ask = (authorizer: Authorizer, { header = 'Basic x', url = '/lines/1' } = {}) =>
    authorize(
      authorizer,
      eventOf(makeRequest({ url, rawHeaders: header ? ['authorization', header] : [] }), api),
      api,
    );
  return {
    ask,
    calls,
    reported,
    state,
    wait: (seconds: number) => {
      now += seconds * 1000;
    },
  };
}

describe('a TOKEN authorizer', () => {
  test('a TOKEN authorizer is called with the token and the method', async () => {
    const { ask, calls } = setUp(policy('Allow', arn, { appId: 'a', count: 3, live: true, none: null }));
    await expect(ask(token)).resolves.toEqual({
      principalId: 'app',
      appId: 'a',
      count: '3',
      live: 'true',
      integrationLatency: 0,
    });
    expect(calls).toEqual([
      { fn: 'KeyFunction', event: { type: 'TOKEN', methodArn: arn, authorizationToken: 'Basic x' } },
    ]);
  });

  test('a TOKEN authorizer is not called without a token', async () => {
    const { ask, calls } = setUp();
    await expect(ask({ ...token, ttl: 0 }, { header: '' })).rejects.toMatchObject({ type: 'UNAUTHORIZED' });
    expect(calls).toEqual([]);
  });

  test('a TOKEN authorizer is not called if the expression does not match the whole token', async () => {
    const { ask, calls } = setUp();
    const validated = { ...token, validation: 'Basic \\w+' };
    await expect(ask(validated, { header: 'Basic x y' })).rejects.toMatchObject({ type: 'UNAUTHORIZED' });
    expect(calls).toEqual([]);
    await expect(ask(validated, { header: 'Basic x' })).resolves.toBeDefined();
  });
});

describe('a REQUEST authorizer', () => {
  test('a REQUEST authorizer is called for each request, with that request, if caching is off', async () => {
    const { ask, calls } = setUp();
    await ask(request, { header: '' });
    await ask(request, { header: '' });
    expect(calls).toHaveLength(2);
    expect(calls[0]?.event).toMatchObject({
      type: 'REQUEST',
      methodArn: arn,
      resource: '/lines/{lineId}',
      path: '/lines/1',
      httpMethod: 'GET',
      pathParameters: { lineId: '1' },
      queryStringParameters: {},
      stageVariables: {},
      requestContext: { stage: 'sandbox' },
    });
    expect(calls[0]?.event).not.toHaveProperty('body');
  });

  test('a REQUEST authorizer is not called if caching is on and an identity source is missing', async () => {
    const { ask, calls } = setUp();
    const cached = {
      ...request,
      ttl: 10,
      identitySources: ['method.request.header.Authorization', 'method.request.querystring.k'],
    };
    await expect(ask(cached)).rejects.toMatchObject({ type: 'UNAUTHORIZED' });
    expect(calls).toEqual([]);
    await ask(cached, { url: '/lines/1?k=1' });
    await ask(cached, { url: '/lines/1?k=1' });
    await ask(cached, { url: '/lines/1?k=2' });
    expect(calls).toHaveLength(2);
  });

  test('a REQUEST authorizer is called if caching is off, even without an identity source', async () => {
    const { ask, calls } = setUp();
    await ask({ ...request, identitySources: token.identitySources }, { header: '' });
    expect(calls).toHaveLength(1);
  });
});

describe('the cache', () => {
  test('the cache keeps a result until its time to live ends, by authorizer and identity', async () => {
    const { ask, calls, wait } = setUp();
    await ask(token);
    wait(59.9);
    await ask(token);
    expect(calls).toHaveLength(1);
    await ask(token, { header: 'Basic y' });
    await ask({ ...token, id: 'Other' });
    expect(calls).toHaveLength(3);
    wait(0.2);
    await ask(token);
    expect(calls).toHaveLength(4);
  });

  test('the cache keeps the policy, which is evaluated for each method', async () => {
    const { ask, calls } = setUp(policy('Allow', arn));
    await ask(token);
    await expect(ask(token, { url: '/lines/2' })).rejects.toMatchObject({ type: 'ACCESS_DENIED' });
    expect(calls).toHaveLength(1);
  });

  test('the cache keeps a refusal by policy, and forgets a function’s exception', async () => {
    const { ask, calls, state } = setUp(new Error('Unauthorized'));
    await expect(ask(token)).rejects.toMatchObject({ type: 'UNAUTHORIZED' });
    state.result = policy('Deny', '*');
    await expect(ask(token)).rejects.toMatchObject({ type: 'ACCESS_DENIED' });
    state.result = policy('Allow', '*');
    await expect(ask(token)).rejects.toMatchObject({ type: 'ACCESS_DENIED' });
    expect(calls).toHaveLength(2);
  });

  test('the cache is not used if the time to live is 0', async () => {
    const { ask, calls } = setUp();
    await ask({ ...token, ttl: 0 });
    await ask({ ...token, ttl: 0 });
    expect(calls).toHaveLength(2);
  });
});

describe('the policy', () => {
  test.each([
    ['*', true],
    [arn, true],
    ['arn:aws:execute-api:*:*:abcdefghij/sandbox/GET/*', true],
    ['arn:aws:execute-api:eu-west-1:000000000000:abcdefghij/sandbox/???/lines/?', true],
    ['arn:aws:execute-api:*:*:abcdefghij/*', true],
    [['arn:aws:other', arn], true],
    ['arn:aws:execute-api:*:*:abcdefghij/sandbox/POST/*', false],
    ['arn:aws:execute-api:*:*:other/*', false],
    [arn.slice(0, -1), false],
    [arn.replace('/lines', '.lines'), false],
  ])('a policy for the resource %j allows the request: %j', async (resource, allowed) => {
    const asked = setUp(policy('Allow', resource)).ask(token);
    if (allowed) await expect(asked).resolves.toMatchObject({ principalId: 'app' });
    else {
      await expect(asked).rejects.toMatchObject({
        type: 'ACCESS_DENIED',
        text: 'User is not authorized to access this resource',
      });
    }
  });

  test('a policy denies the request if it both allows and denies, and its context reaches the error', async () => {
    const both = policy('Allow', '*', { challenge: 'Digest x' });
    both.policyDocument.Statement.push({ Action: 'execute-api:*', Effect: 'Deny', Resource: arn });
    const error = await setUp(both)
      .ask(token)
      .catch((thrown) => thrown);
    both.policyDocument.Statement.reverse();
    await expect(setUp(both).ask(token)).rejects.toBeInstanceOf(AccessDenied);
    expect(error).toBeInstanceOf(AccessDenied);
    expect(error).toMatchObject({
      text: 'User is not authorized to access this resource with an explicit deny',
      authorizer: { principalId: 'app', challenge: 'Digest x' },
    });
  });

  test('a policy for another action denies the request', async () => {
    const other = policy('Allow', '*');
    (other.policyDocument.Statement[0] as { Action: string }).Action = 'dynamodb:*';
    await expect(setUp(other).ask(token)).rejects.toMatchObject({ type: 'ACCESS_DENIED' });
  });
});

test('an error in the authorizer function gives 500 and is reported', async () => {
  const { ask, reported } = setUp(new Error('boom'));
  await expect(ask(token)).rejects.toMatchObject({ type: 'AUTHORIZER_FAILURE', status: 500 });
  expect(reported).toEqual([new Error('boom')]);
});

test.each([
  undefined,
  {},
  { principalId: 'a' },
  { principalId: 'a', policyDocument: { Statement: [{ Effect: 'Allow' }] } },
  { ...policy('Allow', '*'), context: { nested: { object: 1 } } },
  { ...policy('Allow', '*'), principalId: undefined },
])('an authorizer function that returns %j gives 500 for a wrong configuration', async (result) => {
  const { ask, reported, state } = setUp();
  state.result = result;
  await expect(ask(token)).rejects.toMatchObject({ type: 'AUTHORIZER_CONFIGURATION_ERROR', status: 500 });
  expect(reported).toHaveLength(1);
});
