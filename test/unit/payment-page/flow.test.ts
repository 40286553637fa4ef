import {
  Cancelled,
  type FrameInit,
  TimedOut,
} from '../../../functions/payment-page/client/attempt/challenge-frame.ts';
import {
  beginAttempt,
  CustomerMayHaveLeft,
  finish,
  leave,
  resolveAttempt,
  type Stage,
} from '../../../functions/payment-page/client/attempt/flow.ts';
import { type Attempt, recall } from '../../../functions/payment-page/client/attempt/memory.ts';
import { failureOf, makeSteps } from '../../../functions/payment-page/client/attempt/steps.ts';
import { Open, Refused, Trouble, Unreachable } from '../../../functions/payment-page/client/basics/wire.ts';
import type { PageData } from '../../../functions/payment-page/page-data.ts';

/** Plays the iframe of a challenge: returns the hints that it posts back, or throws the failure with which it ends. */
let mockFrame: (init: FrameInit) => Promise<string[]>;
jest.mock('../../../functions/payment-page/client/attempt/challenge-frame.ts', () => ({
  ...jest.requireActual('../../../functions/payment-page/client/attempt/challenge-frame.ts'),
  runFrame: (init: FrameInit) => mockFrame(init),
}));

const minute = 60_000;
const data = { base: '', locale: 'en' } as PageData;
const stage: Stage = {
  background: {} as HTMLElement,
  showBusy: () => {},
  showBank: () => ({ place: {} as HTMLElement, cancel: {} as HTMLElement }),
};

interface Sent {
  path: string;
  key: string | null;
  hints: string[];
  /** The attempt in the tab's memory when the request was sent. */
  kept: Attempt | undefined;
}
const sent: Sent[] = [];
/** The answers to the next requests, in order. */
let answers: [status: number, body: object][] = [];

beforeEach(() => {
  const items = new Map<string, string>();
  const sessionStorage = {
    setItem: (name: string, text: string) => items.set(name, text),
    getItem: (name: string) => items.get(name) ?? null,
  };
  const page = { documentElement: { lang: 'en' } };
  Object.assign(globalThis, { sessionStorage, location: { pathname: '/', search: '' }, document: page });
  sent.length = 0;
  mockFrame = async ({ fields }) => [`of ${fields.state}`];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (path, init) => {
    const key = new Headers(init?.headers).get('idempotency-key');
    const { hints } = JSON.parse(String(init?.body));
    sent.push({ path: String(path), key, hints, kept: recall().attempt });
    const [status, body] = answers.shift() ?? [500, {}];
    return new Response(JSON.stringify(body), { status });
  });
});

afterEach(() => {
  jest.restoreAllMocks();
  for (const name of ['sessionStorage', 'location', 'document']) Reflect.deleteProperty(globalThis, name);
});

const attempt = (more: Partial<Attempt> = {}, hints: string[] = []): Attempt => ({
  ...{ idempotencyKey: 'k', since: Date.now(), pressed: Date.now() },
  ...more,
  body: { card: { code: { token: 'c' } }, hints },
});

const challenge = (name: string, type: string): [number, object] => [
  200,
  { challenges: [{ name, type, path: `/payments/challenges/${name}` }] },
];
const background = challenge('fingerprint', 'background-iframe');
const bank = challenge('tds-challenge', 'iframe');
const frame = (state: string, more: object = {}): [number, object] => [200, { fields: { state }, ...more }];
const paid: [number, object] = [201, { authorizationId: 't1' }];
const refused = (code: string): [number, object] => [400, { code, message: '' }];

const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error) => error,
  );
const payments = () => sent.filter(({ path }) => path === '/payments');

test('each challenge adds its hints, which the tab remembers before the next request with the same key', async () => {
  answers = [background, frame('f', { hints: ['begun'] }), bank, frame('b'), paid];
  expect(await finish(data, attempt(), stage)).toBe('t1');
  expect(sent.map(({ path }) => path.replace('/payments', ''))).toEqual([
    ...['', '/challenges/fingerprint', '', '/challenges/tds-challenge', ''],
  ]);
  const hints = [[], ['begun', 'of f'], ['begun', 'of f', 'of b']];
  expect(payments().map((one) => one.hints)).toEqual(hints);
  expect(payments().map(({ key }) => key)).toEqual(['k', 'k', 'k']);
  expect(payments().map(({ kept }) => kept?.body.hints)).toEqual([undefined, ...hints.slice(1)]);
});

test('a request counts as one that may have paid while it has no response, and only if it has hints', async () => {
  const one = attempt();
  answers = [background, frame('f'), bank, frame('b'), paid];
  await finish(data, one, stage);
  const may = sent.map(({ kept }) => kept?.sent !== undefined);
  expect(may).toEqual([false, false, true, false, true]);
});

test('a fingerprint that is silent does not delay the payment, and a lost connection ends the attempt', async () => {
  mockFrame = async () => Promise.reject(new TimedOut());
  answers = [background, frame('f', { hints: ['begun'] }), paid];
  expect(await finish(data, attempt(), stage)).toBe('t1');
  expect(payments().at(-1)?.hints).toEqual(['begun']);
  mockFrame = async () => Promise.reject(new Unreachable());
  answers = [background, frame('f', { hints: ['begun'] })];
  expect(await errorOf(finish(data, attempt(), stage))).toBeInstanceOf(Unreachable);
});

describe.each([
  ['cancelled', new Cancelled()],
  ['timed out', new TimedOut()],
])('if the challenge of the bank is %s', (_, gone) => {
  beforeEach(() => {
    mockFrame = async () => Promise.reject(gone);
  });

  test('a cancelled test payment ends without another request', async () => {
    answers = [bank, frame('b')];
    expect(await errorOf(finish(data, attempt(), stage))).toBe(gone);
    expect(sent).toHaveLength(2);
  });

  test('a payment of real money is given up at the acquirer, whose answer counts', async () => {
    const left = { left: ['left'] };
    answers = [bank, frame('b', left), refused('TDSECURE_FAILED')];
    expect(await errorOf(finish(data, attempt(), stage))).toBe(gone);
    expect(payments().at(-1)?.hints).toEqual(['left']);
    // If the customer has already answered their bank, the payment succeeds.
    answers = [bank, frame('b', left), paid];
    expect(await finish(data, attempt(), stage)).toBe('t1');
    answers = [bank, frame('b', left), refused('PAYMENT_INSUFFICIENT_FUNDS')];
    expect(await errorOf(finish(data, attempt(), stage))).toMatchObject({
      code: 'PAYMENT_INSUFFICIENT_FUNDS',
    });
  });
});

test('a payment of real money may have been made from the moment on at which its bank asks', async () => {
  const one = attempt();
  mockFrame = async () => Promise.reject(new Unreachable());
  answers = [bank, frame('b', { left: ['left'] })];
  expect(await errorOf(finish(data, one, stage))).toBeInstanceOf(Unreachable);
  expect(recall().attempt).toMatchObject({ left: ['left'], sent: expect.any(Number) });
});

test('a customer is not charged two minutes after the last press; an answer at the bank counts as a press', async () => {
  answers = [paid];
  const old = attempt({ pressed: Date.now() - 2 * minute }, ['h']);
  expect(await errorOf(finish(data, old, stage))).toBeInstanceOf(CustomerMayHaveLeft);
  expect(sent).toEqual([]);
  let now = Date.now();
  jest.spyOn(Date, 'now').mockImplementation(() => now);
  mockFrame = async () => {
    now += 10 * minute;
    return ['b'];
  };
  answers = [bank, frame('b'), paid];
  expect(await finish(data, attempt(), stage)).toBe('t1');
  // A fingerprint does not count as a press of the customer. The tab keeps the fingerprint's hints until the next press.
  answers = [background, frame('f')];
  expect(await errorOf(finish(data, attempt({ pressed: now }), stage))).toBeInstanceOf(CustomerMayHaveLeft);
  expect(recall().attempt?.body.hints).toEqual(['b']);
});

test('a challenge of real money marks the attempt, and its hints are used without an iframe', async () => {
  const one = attempt();
  mockFrame = async () => Promise.reject(new Error('There is no iframe'));
  answers = [challenge('begin', 'fetch'), [200, { hints: ['begun'] }], paid];
  expect(await finish(data, one, stage)).toBe('t1');
  expect(payments().map(({ hints }) => hints)).toEqual([[], ['begun']]);
  expect([one.real, sent[1]?.kept?.real, payments()[1]?.kept?.real]).toEqual([true, undefined, true]);
});

test('a bank gets the language of the page, its hints are added, and the page shows progress again', async () => {
  let locale: string | undefined;
  let shown = '';
  mockFrame = async ({ fields }) => {
    shown += ' frame';
    locale = fields.locale;
    return ['b'];
  };
  const watched: Stage = {
    ...stage,
    showBank: () => {
      shown += 'bank';
      return stage.showBank();
    },
    showBusy: () => {
      shown += ' working';
    },
  };
  answers = [bank, frame('b', { hints: ['begun'] }), paid];
  await finish(data, attempt(), watched);
  expect([locale, shown]).toEqual(['en', 'bank frame working']);
  expect(payments().at(-1)?.hints).toEqual(['begun', 'b']);
});

test('a payment at whose bank the customer was may still have paid when another challenge follows', async () => {
  const one = attempt();
  answers = [
    bank,
    frame('b', { left: ['left'] }),
    challenge('again', 'fetch'),
    [200, { hints: ['c'] }],
    paid,
  ];
  await finish(data, one, stage);
  const next = sent.find(({ path }) => path.endsWith('/again'));
  expect(next?.kept).toMatchObject({ left: ['left'], sent: expect.any(Number) });
});

test('a refusal because of old tokens does not end the attempt if an earlier request may have moved real money', async () => {
  const outcome = async (more: Partial<Attempt>) => {
    answers = [refused('TOKEN_INVALID')];
    return (await errorOf(finish(data, attempt(more, ['h']), stage))).constructor;
  };
  expect(await outcome({ real: true, sent: Date.now() })).toBe(Trouble);
  expect(await outcome({ real: true })).toBe(Refused);
  expect(await outcome({ sent: Date.now() })).toBe(Refused);
});

test('a payment is given up with the hints for that, each once, and pays if the customer has answered the bank', async () => {
  answers = [paid];
  const one = attempt({ left: ['left'], pressed: 0 }, ['h', 'left']);
  expect(await leave(data, one, stage)).toBe('t1');
  expect(sent.map(({ hints }) => hints)).toEqual([['h', 'left']]);
  answers = [refused('TDSECURE_FAILED')];
  expect(await errorOf(leave(data, attempt({ left: ['left'] }, ['h']), stage))).toBeInstanceOf(Cancelled);
});

describe('a new attempt', () => {
  const card = { number: '4100000000000000', code: '123', expiry: { month: 12, year: 2030 } };
  const shown = { schemes: { visa: 'Visa' }, key: 'k1', amount: { currency: 'EUR', exponent: 2, value: 5 } };
  const begin = async (typed: object, keeps = false) => {
    const vault: object[] = [];
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (path, init) => {
      const { type, value } = JSON.parse(String(init?.body));
      vault.push([path, type, value]);
      return Response.json({ token: `token of ${type}` });
    });
    Object.assign(globalThis, {
      document: { documentElement: { lang: 'en' }, getElementById: () => ({ checked: keeps }) },
    });
    const terms = { ...data, ...shown } as unknown as PageData;
    const begun = await beginAttempt(terms, typed as never, { custom: 1 }, 7, { name: 'Ann' });
    return { begun, vault };
  };

  test('a new attempt sends number and code to the vault, and keeps only its tokens, with a key of its own', async () => {
    const { begun, vault } = await begin(card, true);
    expect(vault).toEqual([
      ['/vault', 'pcn', card.number],
      ['/vault', 'pcsc', '123'],
    ]);
    expect(begun).toMatchObject({ card: 'Visa •••• 0000', pressed: 7, since: expect.any(Number) });
    expect(JSON.parse(JSON.stringify(begun.body))).toEqual({
      ...{
        integration: { key: 'k1' },
        amount: shown.amount,
        payer: { name: 'Ann' },
        custom: 1,
        hints: [],
      },
      card: { number: { token: 'token of pcn' }, code: { token: 'token of pcsc' }, expiry: card.expiry },
      save: true,
    });
    expect(begun.sent).toBeUndefined();
    expect(recall().attempt).toEqual(JSON.parse(JSON.stringify(begun)));
    const { begun: other } = await begin(card);
    expect(other.body.save).toBeUndefined();
    expect(begun.idempotencyKey.length).toBeGreaterThan(20);
    expect(other.idempotencyKey).not.toBe(begun.idempotencyKey);
  });

  test('an attempt with a saved card sends only the code, and does not save the card again', async () => {
    const saved = { value: 'c1', dataset: { label: 'Visa •••• 4242' } };
    const { begun, vault } = await begin({ number: '', code: '123', saved }, true);
    expect(vault).toEqual([['/vault', 'pcsc', '123']]);
    expect(begun.body.card).toMatchObject({ saved: 'c1', number: undefined });
    expect([begun.card, begun.body.save]).toEqual(['Visa •••• 4242', undefined]);
  });
});

describe('a step', () => {
  const steps = (one: Attempt | undefined, begin = async () => {}) =>
    makeSteps(data, stage, () => one, begin);

  test('a step that looks for the outcome charges nobody, and clears the request after it knows that it has not paid', async () => {
    const lost = attempt({ sent: Date.now() - minute }, ['h']);
    answers = [refused('TOKEN_INVALID')];
    expect(await errorOf(steps(lost).look())).toBeInstanceOf(CustomerMayHaveLeft);
    expect(sent.map(({ hints }) => hints)).toEqual([['none']]);
    expect([lost.sent, recall().attempt?.idempotencyKey, recall().attempt?.sent]).toEqual([
      undefined,
      'k',
      undefined,
    ]);
    expect(await errorOf(steps(lost).find())).toBeInstanceOf(CustomerMayHaveLeft);
    expect(sent).toHaveLength(1);
    answers = [refused('IDEMPOTENCY_KEY_REUSED'), paid];
    expect(await steps(attempt({ sent: Date.now() - minute }, ['h'])).find()).toBe('t1');
  });

  test('a step that looks for the outcome waits until the request was certainly processed or lost', async () => {
    const start = Date.now();
    let now = start;
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    answers = [refused('TOKEN_INVALID')];
    const found = errorOf(steps(attempt({ sent: start }, ['h'])).look());
    now += 44_000;
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(sent).toEqual([]);
    now += 2000;
    expect(await found).toBeInstanceOf(CustomerMayHaveLeft);
    expect(sent).toHaveLength(1);
  });

  test('a step that pays begins an attempt only if there is none', async () => {
    answers = [paid];
    const begin = jest.fn(async () => {});
    expect(await steps(attempt(), begin).go()).toBe('t1');
    expect(begin).not.toHaveBeenCalled();
    await steps(undefined, begin)
      .go()
      .catch(() => {});
    expect(begin).toHaveBeenCalledTimes(1);
  });

  test.each([
    [new CustomerMayHaveLeft(), { kind: 'unattended' }],
    [new Open(), { kind: 'silent' }],
    [new Unreachable(), { kind: 'offline' }],
    [new Trouble(), { kind: 'trouble' }],
    [new Refused('IDEMPOTENCY_KEY_REUSED'), { kind: 'trouble' }],
    [new Refused('PAYMENT_REJECTED'), { kind: 'refused', isDisabled: false }],
    [new Refused('PAYMENT_INTEGRATION_DISABLED'), { kind: 'refused', isDisabled: true }],
  ])('a step that ends with %p has the failure %j', (error, failure) => {
    const known = {
      ...data,
      merchant: 'Shop',
      schemes: {},
      messages: { errors: { merchant: '', numberScheme: '' } },
    };
    expect(failureOf(error, known as unknown as PageData)).toMatchObject(failure);
  });
});

describe('the outcome of a request whose answer never came', () => {
  test.each<[string, [number, object][], Partial<Attempt>, unknown, string[][]]>([
    ['nothing was paid', [refused('TOKEN_INVALID')], {}, undefined, [['none']]],
    ['it has paid', [refused('IDEMPOTENCY_KEY_REUSED'), paid], {}, 't1', [['none'], ['h']]],
    ['nobody can pay any more', [refused('PAYMENT_INTEGRATION_DISABLED')], {}, Refused, [['none']]],
    ['the answer is another one', [refused('REQUEST_INVALID')], {}, Trouble, [['none']]],
    [
      'the bank had declined it',
      [refused('IDEMPOTENCY_KEY_REUSED'), refused('PAYMENT_REJECTED')],
      {},
      Refused,
      [['none'], ['h']],
    ],
    [
      'it was cut off, and is too old',
      [refused('IDEMPOTENCY_KEY_REUSED'), refused('TOKEN_INVALID')],
      {},
      Trouble,
      [['none'], ['h']],
    ],
    [
      'a challenge instead, of test money',
      [refused('IDEMPOTENCY_KEY_REUSED'), bank],
      {},
      Trouble,
      [['none'], ['h']],
    ],
    ['the bank has not been answered', [bank], { left: ['l'], real: true }, undefined, [['h']]],
    ['the bank has been answered', [paid], { left: ['l'], real: true }, 't1', [['h']]],
  ])('%s', async (_, given, more, expected, hints) => {
    answers = given;
    const found = await resolveAttempt(data, attempt(more, ['h'])).catch((error) => error.constructor);
    expect(found).toBe(expected);
    expect(sent.map((one) => one.hints)).toEqual(hints);
    expect(new Set(sent.map(({ key }) => key))).toEqual(new Set(['k']));
  });
});
