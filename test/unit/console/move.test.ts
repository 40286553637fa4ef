import {
  forgetIntents,
  keepIntent,
  keptIntent,
  keyLife,
  ownIntents,
} from '../../../functions/console/client/movements/intents.ts';
import { outcomeOf, send } from '../../../functions/console/client/movements/move.ts';
import { Refusal, Unreachable } from '../../../functions/console/client/requests/api.ts';
import { Unconfirmed } from '../../../functions/console/client/requests/step-up.ts';

test.each([
  ['no answer', new Unreachable(), 'unknown'],
  ['a bug of the page', new TypeError('x'), 'unknown'],
  ['a session that has ended', new Refusal(401, { error: 'SESSION_MISSING' }), 'unknown'],
  ['too many requests', new Refusal(429, { error: 'TOO_MANY_REQUESTS' }), 'unknown'],
  ['an acquirer that is silent', new Refusal(504, { error: 'OPERATION_OPEN' }), 'open'],
  ['a conflict', new Refusal(409, { error: 'CONFLICT' }), 'changed'],
  ['a fault of another field', new Refusal(400, [{ field: 'reason', message: 'Must …' }]), 'refused'],
  [
    'an amount that is too large by now',
    new Refusal(400, [{ field: 'amount', message: 'Can …' }]),
    'changed',
  ],
  ['a decline', new Refusal(400, [{ code: 12, message: 'Error' }]), 'refused'],
  ['no access', new Refusal(403, { error: 'FORBIDDEN' }), 'refused'],
])('the outcome after %s is: %s', (_, error, result) => {
  expect(outcomeOf(error).result).toBe(result);
});

test('the processing error of a decline is not taken for an error of a field', () => {
  const refusal = new Refusal(400, [
    { code: 12, text: 'Error', message: 'Error', client: true, merchant: true },
  ]);
  expect(refusal).toMatchObject({ decline: 12, faults: [], code: undefined });
});

/** Gives the page an empty memory of its tab. Returns a function that removes it. */
function openTab() {
  const methods = {
    setItem: (name: string, text: string) => Object.assign(storage, { [name]: text }),
    getItem: (name: string) => Reflect.get(storage, name) ?? null,
    removeItem: (name: string) => Reflect.deleteProperty(storage, name),
  };
  const storage: object = Object.create(methods);
  Object.defineProperty(globalThis, 'sessionStorage', { value: storage, configurable: true });
  return () => Reflect.deleteProperty(globalThis, 'sessionStorage');
}

test('an intent of one user is not found by another one, whose key would be new to the server', () => {
  const close = openTab();
  const intent = { kind: 'refund', amount: 500, key: 'k', at: Date.now() } as const;
  try {
    ownIntents('a');
    keepIntent('5f', intent);
    ownIntents('b');
    expect(keptIntent('5f')).toBeUndefined();
    ownIntents('a');
    expect(keptIntent('5f')).toEqual(intent);
    ownIntents('');
    keepIntent('5f', intent);
    forgetIntents();
    expect(keptIntent('5f')).toBeUndefined();
    ownIntents('a');
    expect(keptIntent('5f')).toEqual(intent);
  } finally {
    close();
  }
});

describe('requests', () => {
  const { fetch } = globalThis;
  beforeEach(() => ownIntents(''));
  afterEach(() => {
    globalThis.fetch = fetch;
    jest.useRealTimers();
  });

  test('an intent is stored while its request runs, and until its outcome is known', async () => {
    const close = openTab();
    const intent = (key: string) =>
      ({ kind: 'refund', amount: 500, reason: 'duplicate', key, at: Date.now() }) as const;
    const bodies: unknown[] = [];
    const answer = (status: number, body: object) => async (_: unknown, init?: RequestInit) => {
      bodies.push(JSON.parse(String(init?.body)), keptIntent('5f')?.key);
      return Response.json(body, { status });
    };
    try {
      globalThis.fetch = answer(500, {});
      expect((await send('5f', intent('lost'))).result).toBe('unknown');
      expect(bodies).toEqual([{ amount: 500, reason: 'duplicate' }, 'lost']);
      expect(keptIntent('5f')?.key).toBe('lost');
      for (const [status, body] of [
        [201, { transaction: {} }],
        [409, { error: 'CONFLICT' }],
        [400, [{ code: 12 }]],
        [504, { error: 'OPERATION_OPEN' }],
      ] as const) {
        globalThis.fetch = answer(status, body);
        await send('5f', intent(String(status)));
        expect(keptIntent('5f')).toBeUndefined();
      }
      // A page that was loaded again knows of the first request only by the tab's memory.
      keepIntent('5f', intent('reloaded'));
      globalThis.fetch = answer(403, { error: 'FORBIDDEN' });
      expect((await send('5f', intent('reloaded'))).result).toBe('unknown');
      const old = { ...intent('old'), at: Date.now() - keyLife };
      keepIntent('5f', old);
      expect(keptIntent('5f')).toBeUndefined();
      const stored = Object.keys(sessionStorage).length;
      expect(await send('5f', old)).toEqual({ result: 'expired' });
      expect(Object.keys(sessionStorage)).toHaveLength(stored - 1);
    } finally {
      close();
    }
  });

  test('a movement is not sent again after the server may have forgotten its key', async () => {
    const asked = jest.fn(async () => Response.json({ transaction: {} }, { status: 201 }));
    globalThis.fetch = asked;
    const hour = 3_600_000;
    const intent = { kind: 'refund', amount: 500, key: 'k', at: Date.now() - 22 * hour } as const;
    expect(await send('5f', intent)).toMatchObject({ result: 'done' });
    expect(await send('5f', { ...intent, at: Date.now() - 23 * hour })).toEqual({ result: 'expired' });
    expect(asked).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['an empty one', () => new Response('', { status: 200 })],
    ['the JSON of another server', () => Response.json({}, { status: 200 })],
  ])('a success without a transaction is unknown: %s', async (_, answer) => {
    globalThis.fetch = async () => answer();
    const intent = { kind: 'refund', amount: 500, key: 'empty', at: Date.now() } as const;
    expect((await send('5f', intent)).result).toBe('unknown');
  });

  test('a repeat that the server forbids stays unknown because the first request may have moved the money', async () => {
    const asksAgain = async () => Response.json({ error: 'PROOF_REQUIRED', by: 'passkey' }, { status: 403 });
    const hasNoAccess = async () => Response.json({ error: 'FORBIDDEN' }, { status: 403 });
    const intent = { kind: 'refund', amount: 800, key: 'lost', at: Date.now() } as const;
    globalThis.fetch = async () => {
      throw new TypeError('The network loses the answer');
    };
    expect((await send('5f', intent)).result).toBe('unknown');
    globalThis.fetch = asksAgain;
    // The refunds of the payment are above the limit by now, if the first request has refunded.
    expect(await send('5f', intent)).toEqual({ result: 'unknown', error: expect.any(Unconfirmed) });
    globalThis.fetch = hasNoAccess;
    expect(await send('5f', intent)).toEqual({ result: 'unknown', error: expect.any(Refusal) });
    expect((await send('5f', { ...intent, key: 'first' })).result).toBe('refused');
  });

  test('after another user has signed in in another tab, a movement is not sent again, and the page loads again', async () => {
    const reload = jest.fn();
    Object.defineProperty(globalThis, 'location', { value: { reload }, configurable: true });
    try {
      ownIntents('a');
      let user = 'a';
      const posted: string[] = [];
      globalThis.fetch = async (url, init) => {
        if (String(url).endsWith('/session')) return Response.json({ user: { id: user } });
        posted.push(user);
        if (posted.length < 3 || init?.method !== 'POST') throw new TypeError('The network loses the answer');
        return Response.json({ transaction: {} }, { status: 201 });
      };
      const intent = { kind: 'refund', amount: 500, key: 'shared', at: Date.now() } as const;
      expect((await send('5f', intent)).result).toBe('unknown');
      expect((await send('5f', intent)).result).toBe('unknown');
      user = 'b';
      expect((await send('5f', intent)).result).toBe('unknown');
      expect([posted, reload.mock.calls.length]).toEqual([['a', 'a'], 1]);
      user = 'a';
      expect((await send('5f', intent)).result).toBe('done');
    } finally {
      Reflect.deleteProperty(globalThis, 'location');
    }
  });

  test('a response that stops in its middle ends as unknown', async () => {
    jest.useFakeTimers();
    globalThis.fetch = async (_, init) => {
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"transaction":'));
          init?.signal?.addEventListener('abort', () => controller.error(new Error('aborted')));
        },
      });
      return new Response(body, { status: 201, headers: { 'content-type': 'application/json' } });
    };
    const sent = send('5f', { kind: 'refund', amount: 500, key: 'k', at: Date.now() });
    await jest.advanceTimersByTimeAsync(60_000);
    jest.useRealTimers();
    const late = new Promise((resolve) => setTimeout(resolve, 1000, { result: 'none' }));
    expect(await Promise.race([sent, late])).toMatchObject({ result: 'unknown' });
  });
});
