import type {
  AuthorizationOutcome,
  MovementOutcome,
  PaymentAcquirer,
} from '../../../functions/core/acquirer/live.ts';
import type { StoredMerchant } from '../../../functions/core/store/merchants/merchants.ts';
import type { AuthorizationOperation } from '../../../functions/core/store/transactions/operations.ts';
import type { LiveAuthorization } from '../../../functions/core/usecases/acquirer-operations/authorize-at-acquirer.ts';
import type { Authorization } from '../../../functions/core/usecases/payments/authorize.ts';
import { failure } from '../../api/support/answer.ts';
import { someCard } from '../domain/some-payment.ts';
import { loseAuthorization, withRealMoney } from './real-money.ts';

const live = withRealMoney(async () => ({
  ...(await import('../../../functions/core/acquirer/payment-acquirers.ts')),
  ...(await import('../../../functions/core/aws/deadline.ts')),
  ...(await import('../../../functions/core/domain/transactions/link.ts')),
  ...(await import('../../../functions/core/store/cards/customer-cards.ts')),
  ...(await import('../../../functions/core/store/ledger/rates.ts')),
  ...(await import('../../../functions/core/store/transactions/ending-authorizations.ts')),
  ...(await import('../../../functions/core/store/transactions/links.ts')),
  ...(await import('../../../functions/core/store/transactions/operations.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-events/apply-acquirer-event.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/authorize-at-acquirer.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/resolve-authorization.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/resolve-capture.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/resolve-operation.ts')),
  ...(await import('../../../functions/core/store/table/keys.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
  authorizePayment: (await import('../../../functions/core/usecases/payments/authorize.ts')).authorize,
}));
const { own } = live;
beforeEach(() => jest.spyOn(process.stdout, 'write').mockReturnValue(true));
afterEach(() => {
  jest.restoreAllMocks();
  own.proxy.afterAnswer = undefined;
  own.endBy(Number.POSITIVE_INFINITY);
});

async function payment() {
  const shop = await live.shop();
  const id = own.newId();
  const adapter = own.paymentAcquirerOf(shop.account);
  const stored = async () => {
    const operation = await own.getOperation(id);
    if (operation?.kind !== 'authorize') throw new Error(`No authorization ${id}`);
    return operation;
  };
  const card = { bin: '424242', last4: '4242', expiry: '', scheme: 'visa', code: { present: true } } as const;
  const draft = { descriptor: 'Shop', card, recurring: false };
  const pay = (
    record: () => ReturnType<typeof own.payLink> = () => [],
    over: Partial<LiveAuthorization> = {},
  ) =>
    own.authorizeLive(shop.merchant as StoredMerchant, {
      ...{ id, amount: 1000, currency: 'EUR', draft, record },
      instrument: own.card(),
      ...over,
    });
  const held = () => live.stripe.books(shop.account.account).capturable.EUR ?? 0;
  return { shop, id, adapter, stored, pay, held, draft };
}

/** Every answer to a cancellation after which the money may still be held. */
const notReleased: MovementOutcome[] = [
  { state: 'unknown', cause: 'TIMEOUT' },
  { state: 'declined', decline: 'PAYMENT_REJECTED' },
  { state: 'forbidden', cause: 'no_key' },
  { state: 'absent' },
];

const failing = (adapter: PaymentAcquirer, outcome: MovementOutcome) =>
  jest.spyOn(adapter, 'abandon').mockResolvedValueOnce(outcome);

test.each(notReleased)(
  'a payment whose link has ended stays open while the acquirer may hold its money: $state',
  async (outcome) => {
    const { adapter, stored, pay, held } = await payment();
    // There is no link with this id, so the payment cannot be recorded.
    const record = () => own.payLink(own.newId(), own.newId());
    failing(adapter, outcome);
    await expect(pay(record)).rejects.toMatchObject({ name: 'OperationOpen' });
    expect([(await stored()).state, held()]).toEqual(['open', 1000]);
    await expect(pay(record)).rejects.toMatchObject({ name: 'LinkEnded' });
    expect([await stored(), held()]).toMatchObject([{ state: 'declined', linkEnded: true }, 0]);
  },
);

test('a copy of a payment whose link has ended cannot store it while its hold is released, even if the link is free again', async () => {
  const { adapter, stored, pay, held } = await payment();
  const { authorize, abandon } = adapter;
  let outcome: Awaited<ReturnType<typeof authorize>> | undefined;
  jest.spyOn(adapter, 'authorize').mockImplementationOnce(async (...asked) => {
    outcome = await authorize(...asked);
    return outcome;
  });
  const copies: unknown[] = [];
  jest.spyOn(adapter, 'abandon').mockImplementationOnce(async (...asked) => {
    if (outcome?.state !== 'approved') throw new Error('Nothing to release');
    const copy = own.recordAuthorizationOutcome({ operation: await stored(), outcome });
    copies.push(await copy.catch(({ name }) => name));
    return abandon(...asked);
  });
  await expect(pay(() => own.payLink(own.newId(), own.newId()))).rejects.toMatchObject({ name: 'LinkEnded' });
  expect([copies, await stored(), held()]).toMatchObject([
    ['LinkEnded'],
    { state: 'declined', linkEnded: true },
    0,
  ]);
});

test('an event about the payment of an open operation fails until the operation is resolved, and one about another payment is ignored', async () => {
  const { shop, id, adapter, stored, pay } = await payment();
  loseAuthorization(adapter);
  await expect(pay()).rejects.toMatchObject({ name: 'OperationOpen' });
  const { reference = 'none' } = await stored();
  const change = (payment: string) =>
    own.applyAcquirerEvent({ type: 'payment.changed', ...shop.account, operation: id, payment });
  await expect(change(reference)).rejects.toThrow(`${reference} is not settled yet`);
  await change('pi_of_another_system');
  expect((await stored()).state).toBe('open');
});

/** A card whose bank asks the customer. If the card is only saved, the customer also agrees to later payments. */
const challenged = (amount: number) => ({
  amount,
  instrument: own.card('4000002760003184', { store: amount === 0 }),
});

test.each([
  [1000, { state: 'approved' }, true],
  [1000, { state: 'declined', decline: 'PAYMENT_REJECTED' }, false],
  [1000, { state: 'unknown', cause: 'TIMEOUT' }, false],
  [1000, { state: 'forbidden', cause: 'no_key' }, false],
  [0, { state: 'approved' }, true],
  // A card that was saved meanwhile holds no money, and cannot be cancelled.
  [0, { state: 'declined', decline: 'PAYMENT_REJECTED' }, true],
  [0, { state: 'unknown', cause: 'TIMEOUT' }, false],
] as [number, MovementOutcome, boolean][])(
  'a customer who leaves the bank ends a payment of %d if its cancellation is %j: %p',
  async (amount, outcome, isOver) => {
    const { adapter, stored, pay } = await payment();
    await pay(undefined, challenged(amount));
    const { due, ...open } = await stored();
    expect(open).toMatchObject({ state: 'open', challenge: { url: expect.anything() } });
    // The worker allows the customer an hour.
    expect(Math.round((due - open.since) / 60_000)).toBe(60);
    failing(adapter, outcome);
    const leaving = pay(undefined, { ...challenged(amount), left: true });
    if (!isOver) await expect(leaving).rejects.toMatchObject({ name: 'OperationOpen' });
    else expect((await leaving).operation).toMatchObject({ state: 'declined', decline: 'TDSECURE_FAILED' });
    expect((await stored()).state).toBe(isOver ? 'declined' : 'open');
  },
);

test.each([
  [{ increments: true, extended: true }, false, { increments: true, extended: true }],
  [{ increments: true, extended: true }, true, { increments: false, extended: false }],
  [{ increments: true, extended: false }, false, { increments: true, extended: false }],
  [{ increments: false, extended: true }, false, { increments: false, extended: true }],
  [{ increments: false, extended: true }, true, { increments: false, extended: false }],
])('an account with %j and a capture at once (%p) asks for %j', async (settings, capture, asked) => {
  const { adapter, pay, shop, draft } = await payment();
  Object.assign(shop.merchant.acquirer ?? {}, settings);
  const authorize = jest.spyOn(adapter, 'authorize');
  await pay(undefined, { draft: { ...draft, capture } });
  expect(authorize.mock.calls).toMatchObject([[asked, {}, expect.anything()]]);
});

test('a request whose operation has another id of the acquirer gives up its own id, and continues with the other', async () => {
  const { adapter, stored, pay, id } = await payment();
  const abandoned = jest.spyOn(adapter, 'abandon').mockResolvedValue({ state: 'approved' });
  const { authorize } = adapter;
  const kept: unknown[] = [];
  jest.spyOn(adapter, 'authorize').mockImplementation((order, instrument, keep) =>
    authorize(order, instrument, async (reference) => {
      kept.push(await keep(reference), await keep('pi_other'));
      return reference;
    }),
  );
  await pay();
  const { reference } = await stored();
  expect(kept).toEqual([reference, reference]);
  expect(abandoned.mock.calls).toEqual([[expect.objectContaining({ id }), 'pi_other']]);
});

test('a copy of a payment that the acquirer refuses leaves the operation of the first request open', async () => {
  const { adapter, stored, pay, held } = await payment();
  jest
    .spyOn(adapter, 'authorize')
    .mockResolvedValueOnce({ state: 'unknown', cause: 'TIMEOUT' })
    .mockResolvedValueOnce({ state: 'forbidden', cause: '403' });
  await expect(pay()).rejects.toMatchObject({ name: 'OperationOpen' });
  await expect(pay()).rejects.toMatchObject({ name: 'AcquirerForbids' });
  expect((await stored()).state).toBe('open');
  expect([(await pay()).operation.state, held()]).toEqual(['approved', 1000]);
});

test('data that a customer brings back is kept with a challenge only, until the acquirer asks again or answers', async () => {
  const { adapter, stored, pay } = await payment();
  const isOpen = { name: 'OperationOpen' };
  const unknown = { state: 'unknown', cause: 'TIMEOUT' } as const;
  const challenge = (url: string) => ({ state: 'challenge', reference: 'pi_1', url }) as const;
  const asked = jest.spyOn(adapter, 'authorize').mockResolvedValue(unknown);
  const sought = jest.spyOn(adapter, 'findAuthorization').mockResolvedValueOnce(challenge('b'));
  const bring = (session: string) => pay(undefined, { brought: { session } });
  for (let times = 0; times < 2; times++) await expect(bring('0')).rejects.toMatchObject(isOpen);
  expect((await stored()).brought).toBeUndefined();
  asked.mockImplementationOnce(async (_, __, keep) => {
    await keep('pi_1');
    return challenge('a');
  });
  await pay();
  await bring('1');
  expect(await stored()).toMatchObject({ state: 'open', challenge: { url: 'b' } });
  expect((await stored()).brought).toBeUndefined();
  sought.mockResolvedValueOnce(unknown);
  await expect(bring('2')).rejects.toMatchObject(isOpen);
  expect((await stored()).brought).toEqual({ session: '2' });
  sought.mockResolvedValueOnce({ state: 'declined', decline: 'TDSECURE_FAILED' });
  expect((await pay()).operation.state).toBe('declined');
  expect((await stored()).brought).toBeUndefined();
  expect(sought.mock.calls.map(([{ brought }]) => brought?.session)).toEqual(['1', '2', '2']);
});

test('a payment that the acquirer refuses is forgotten, unless the acquirer knows it by an id', async () => {
  const { id, adapter, stored, pay } = await payment();
  const refused = jest.spyOn(adapter, 'authorize').mockResolvedValue({ state: 'forbidden', cause: '403' });
  await expect(pay()).rejects.toMatchObject({ name: 'AcquirerForbids' });
  expect(await own.getOperation(id)).toBeUndefined();
  refused.mockImplementation(async (_, __, keep) => {
    await keep('pi_1');
    return { state: 'forbidden', cause: '403' };
  });
  await expect(pay()).rejects.toMatchObject({ name: 'AcquirerForbids' });
  expect(await stored()).toMatchObject({ state: 'open', reference: 'pi_1' });
});

describe('an open authorization', () => {
  const limit = 15 * 60_000;
  const answers = {
    challenge: { state: 'challenge', reference: 'pi_1', url: 'https://bank.example' },
    approved: { state: 'approved', payment: { reference: 'pi_1', manyCaptures: true } },
    absent: { state: 'absent' },
    unknown: { state: 'unknown', cause: 'TIMEOUT' },
  } as const satisfies Record<string, AuthorizationOutcome>;
  const credential = { reference: 'pm_1' } as AuthorizationOperation['credential'];

  test.each<[keyof typeof answers, number, Partial<AuthorizationOperation>, string]>([
    ['challenge', 4 * limit, {}, 'challenge'],
    ['challenge', 4 * limit + 1, {}, 'TDSECURE_FAILED'],
    ['challenge', 0, { withdrawn: true }, 'TDSECURE_FAILED'],
    ['approved', 0, { withdrawn: true }, 'PAYMENT_METHOD_ERROR'],
    ['approved', 4 * limit, {}, 'approved'],
    ['approved', limit, { credential }, 'approved'],
    ['approved', limit + 1, { credential }, 'PAYMENT_METHOD_ERROR'],
    // A card that is only saved is charged no money.
    ['approved', limit + 1, { credential, amount: 0 }, 'approved'],
    ['absent', limit, {}, 'asked again'],
    ['absent', limit + 1, {}, 'PAYMENT_METHOD_ERROR'],
    ['unknown', limit, {}, 'asked again'],
    ['unknown', limit, { challenge: answers.challenge }, 'unknown'],
    ['unknown', limit + 1, {}, 'unknown'],
    // Without a stored id, the acquirer cannot have reserved money.
    ['unknown', limit + 1, { reference: undefined }, 'PAYMENT_METHOD_ERROR'],
    ['approved', limit, { reference: undefined }, 'asked again'],
  ])('that the acquirer calls %s after %d ms, with %j, becomes: %s', async (answer, age, over, expected) => {
    const { adapter, stored, pay } = await payment();
    jest.spyOn(adapter, 'authorize').mockImplementationOnce(async (_, __, keep) => {
      await keep('pi_1');
      return answers.unknown;
    });
    await expect(pay()).rejects.toMatchObject({ name: 'OperationOpen' });
    const operation = { ...(await stored()), ...over };
    jest.spyOn(adapter, 'findAuthorization').mockResolvedValue(answers[answer]);
    const abandoned = jest.spyOn(adapter, 'abandon').mockResolvedValue({ state: 'approved' });
    jest.spyOn(Date, 'now').mockReturnValue(operation.since + age);
    const isAsked = { state: 'forbidden', cause: 'asked again' } as const;
    const { operation: now, outcome } = await own.resolveAuthorization(operation, async (asked) => ({
      operation: asked,
      outcome: isAsked,
    }));
    const isGivenUp = outcome.state === 'declined';
    expect(isGivenUp ? outcome.decline : outcome === isAsked ? isAsked.cause : outcome.state).toBe(expected);
    expect(now.withdrawn ?? false).toBe(isGivenUp);
    expect(abandoned.mock.calls.map(([, reference]) => reference)).toEqual(
      isGivenUp && operation.reference ? ['pi_1'] : [],
    );
  });

  test('that is given up before its request has an id reserves nothing, and gives the id up, too', async () => {
    const { adapter, stored, pay } = await payment();
    const abandoned = jest.spyOn(adapter, 'abandon').mockResolvedValue({ state: 'approved' });
    let reserves: string | undefined = 'pi_1';
    jest.spyOn(adapter, 'authorize').mockImplementationOnce(async (_, __, keep) => {
      await own.reviseOperation(await stored(), { withdrawn: true });
      reserves = await keep('pi_1');
      return answers.absent;
    });
    await expect(pay()).rejects.toMatchObject({ name: 'OperationOpen' });
    expect([reserves, (await stored()).reference]).toEqual([undefined, undefined]);
    expect(abandoned.mock.calls).toMatchObject([[{}, 'pi_1']]);
  });
});

test.each<[string, boolean, AuthorizationOutcome | undefined, { linkId?: string }]>([
  ['succeeds', false, undefined, {}],
  ['has a wrong code', true, { state: 'declined', decline: 'PAYMENT_CARD_SECURITY_CODE_INVALID' }, {}],
  ['is declined for another reason', false, { state: 'declined', decline: 'PAYMENT_REJECTED' }, {}],
  ['is refused by the acquirer', false, { state: 'forbidden', cause: '403' }, {}],
  ['is open', true, { state: 'unknown', cause: 'TIMEOUT' }, {}],
  ['is of an ended link', false, undefined, { linkId: '0'.repeat(24) }],
])(
  'a payment with a saved card that %s is a guess of its security code: %p',
  async (_, isGuess, outcome, link) => {
    const { shop, id, adapter, pay, draft } = await payment();
    const card = { id: own.newId(), merchantId: shop.merchant.id, card: someCard };
    const consent = { customer: 'ann', agreed: '2026-11-25T00:00:00Z', replaces: [] };
    await own.transact(own.keepCard(card, { reference: 'pm_1' }, consent));
    const saved = await own.getCustomerCard(card.id);
    const tries = async () =>
      (await own.listCustomerCards(shop.merchant.id, 'ann', { limit: 9 }))[0]?.tries ?? new Set();
    const { authorize } = adapter;
    let during: ReadonlySet<string> = new Set();
    jest.spyOn(adapter, 'authorize').mockImplementationOnce(async (...asked) => {
      during = await tries();
      return outcome ?? authorize(...asked);
    });
    await Promise.allSettled([pay(undefined, { saved, draft: { ...draft, ...link } })]);
    expect([during, await tries()]).toEqual([new Set([id]), new Set(isGuess ? [id] : [])]);
  },
);

test('the outcome of a payment that was sent before is that of its capture, or that its link had ended', async () => {
  const { stored, pay, draft } = await payment();
  await pay(undefined, { draft: { ...draft, capture: true } });
  const closed = await stored();
  expect(await own.endOf({ ...closed, captureId: undefined })).toMatchObject({ captured: false });
  const waiting = own.endOf(closed);
  const capture = await own.getOperation(closed.captureId ?? '');
  if (capture) await own.resolveOperation(capture);
  expect(await waiting).toMatchObject({ captured: true, repeated: true });
  const reason = { state: 'declined', decline: 'PAYMENT_REJECTED', linkEnded: true } as const;
  const isOver = { ...closed, ...reason, captureId: undefined };
  await expect(own.endOf(isOver)).rejects.toMatchObject({ name: 'LinkEnded' });
});

test('a copy of a payment leaves a capture that is a minute old to the worker, and reports no younger one', async () => {
  const { stored, pay, draft } = await payment();
  await pay(undefined, { draft: { ...draft, capture: true } });
  const closed = await stored();
  const { id = '', since = 0 } = (await own.getOperation(closed.captureId ?? '')) ?? {};
  const clock = jest.spyOn(Date, 'now').mockReturnValue(since + 59_999);
  own.endBy(since);
  await expect(own.endOf(closed)).rejects.toMatchObject({ name: 'OperationOpen', operationId: id });
  clock.mockReturnValue(since + 60_000);
  expect(await own.endOf(closed)).toEqual({ decline: undefined, captured: false, repeated: true });
});

test.each<[string, MovementOutcome | undefined, number]>([
  ['releases its hold', undefined, 0],
  ['stays open while the acquirer may hold its money', { state: 'unknown', cause: 'TIMEOUT' }, 1000],
])('a payment that another run has declined before its approval is stored %s', async (_, outcome, left) => {
  const { adapter, stored, pay, held } = await payment();
  const { authorize } = adapter;
  jest.spyOn(adapter, 'authorize').mockImplementationOnce(async (...asked) => {
    const answer = await authorize(...asked);
    const declined = { state: 'declined', decline: 'PAYMENT_REJECTED' } as const;
    await own.transact([own.closeOperation({ ...(await stored()), ...declined })]);
    return answer;
  });
  if (outcome) failing(adapter, outcome);
  const paid = await pay().then(
    ({ operation }) => operation.state,
    ({ name }) => name,
  );
  expect([paid, held()]).toEqual([outcome ? 'OperationOpen' : 'declined', left]);
});

test('a payment that another run has declined while its link ended releases its hold', async () => {
  const { stored, pay, held } = await payment();
  const link = own.newId();
  own.proxy.afterAnswer = async (_, body) => {
    if (!body.includes(`"${own.linkKey(link).pk}"`)) return;
    own.proxy.afterAnswer = undefined;
    const declined = { state: 'declined', decline: 'PAYMENT_REJECTED' } as const;
    await own.transact([own.closeOperation({ ...(await stored()), ...declined })]);
  };
  expect(await pay(() => own.payLink(link, own.newId()))).toMatchObject({ operation: { state: 'declined' } });
  expect([own.proxy.afterAnswer, held()]).toEqual([undefined, 0]);
});

test('a repeated payment sends the acquirer the address of the first, as it compares both', async () => {
  const { adapter, pay } = await payment();
  const asked = jest
    .spyOn(adapter, 'authorize')
    .mockResolvedValueOnce({ state: 'unknown', cause: 'TIMEOUT' });
  const from = (returnUrl: string) => pay(undefined, { instrument: { ...own.card(), returnUrl } });
  await expect(from('https://a.example')).rejects.toMatchObject({ name: 'OperationOpen' });
  await from('https://b.example');
  expect(asked.mock.calls.map(([, instrument]) => instrument)).toMatchObject(
    Array(2).fill({ returnUrl: 'https://a.example' }),
  );
});

test('a payment that the acquirer would refuse is refused before anything is stored', async () => {
  const { id, adapter, pay } = await payment();
  const fault = { field: 'amount', message: 'Too small' };
  jest.spyOn(adapter, 'refusalOf').mockReturnValue(fault);
  await expect(pay()).rejects.toMatchObject({ name: 'Refused', faults: [fault] });
  expect(await own.getOperation(id)).toBeUndefined();
});

test('an authorization that is given up releases the hold of an id that its request has stored meanwhile', async () => {
  const { adapter, stored, pay, held } = await payment();
  loseAuthorization(adapter);
  await expect(pay()).rejects.toMatchObject({ name: 'OperationOpen' });
  const { reference, revision, ...read } = await stored();
  jest.spyOn(adapter, 'findAuthorization').mockResolvedValue({ state: 'absent' });
  jest.spyOn(Date, 'now').mockReturnValue(read.since + 15 * 60_000 + 1);
  const { outcome } = await own.resolveAuthorization(read);
  expect([outcome.state, held()]).toEqual(['declined', 0]);
});

describe('an event about an authorization', () => {
  async function changed(reference?: string) {
    const paid = await payment();
    const event = async (named?: string) =>
      own.applyAcquirerEvent({
        ...{ type: 'operation.changed', operation: paid.id, reference: named },
        ...paid.shop.account,
      });
    return { ...paid, event, reference };
  }

  test('under another id than the stored one releases the other hold, and only that', async () => {
    const { id, pay, stored, event, held, shop } = await changed();
    await pay();
    const { reference = '' } = await stored();
    const other = live.stripe.copy(reference, { florin: id }, shop.account.account);
    expect(held()).toBe(2000);
    await event(other);
    expect(held()).toBe(1000);
    await event(reference);
    expect([held(), await stored()]).toMatchObject([1000, { state: 'approved', reference }]);
  });

  test('of an open operation with an id approves only the payment with that id', async () => {
    const { id, pay, stored, event, held, adapter, shop } = await changed();
    const { authorize } = adapter;
    jest.spyOn(adapter, 'authorize').mockImplementation(async (...order) => {
      await authorize(...order);
      return { state: 'unknown', cause: 'TIMEOUT' };
    });
    await expect(pay()).rejects.toMatchObject({ name: 'OperationOpen' });
    const { reference = '', state } = await stored();
    expect([state, held()]).toEqual(['open', 1000]);
    const other = live.stripe.copy(reference, { florin: id }, shop.account.account);
    await event(other);
    expect([held(), await stored()]).toMatchObject([1000, { state: 'open', reference }]);
    await event(reference);
    expect([held(), await stored()]).toMatchObject([1000, { state: 'approved', reference }]);
  });

  test('of an open operation without an id gives it that id, and resolves it', async () => {
    const { pay, stored, event, held, adapter, shop } = await changed();
    const { authorize } = adapter;
    let reference = '';
    jest.spyOn(adapter, 'authorize').mockImplementation(async (order, instrument) => {
      await authorize(order, instrument, async (named) => {
        reference = named;
        return named;
      });
      return { state: 'unknown', cause: 'TIMEOUT' };
    });
    await expect(pay()).rejects.toMatchObject({ name: 'OperationOpen' });
    expect(await stored()).toMatchObject({ state: 'open' });
    expect((await stored()).reference).toBeUndefined();
    await event(reference);
    expect([held(), await stored()]).toMatchObject([1000, { state: 'approved', reference }]);
    expect(live.stripe.books(shop.account.account).intents).toHaveLength(1);
  });

  test('fails, and is repeated, if the acquirer does not say whether the payment was made', async () => {
    const { id, pay, stored, event, held, adapter, shop } = await changed();
    await pay();
    const { reference = '' } = await stored();
    const other = live.stripe.copy(reference, { florin: id }, shop.account.account);
    jest.spyOn(adapter, 'findAuthorization').mockResolvedValueOnce({ state: 'unknown', cause: 'TIMEOUT' });
    await expect(event(other)).rejects.toThrow(`Nobody knows whether ${id} was made: TIMEOUT`);
    failing(adapter, { state: 'unknown', cause: 'TIMEOUT' });
    await expect(event(other)).rejects.toMatchObject({ name: 'OperationOpen' });
    expect(held()).toBe(2000);
    await event(other);
    expect(held()).toBe(1000);
  });

  test('of a card that was saved under another id than the stored one cancels nothing', async () => {
    const { pay, stored, event, adapter } = await changed();
    const { amount, instrument } = { amount: 0, instrument: own.card(undefined, { store: true }) };
    await pay(undefined, { amount, instrument });
    const { reference = '' } = await stored();
    const payment = { reference: `${reference}_2`, manyCaptures: true };
    jest.spyOn(adapter, 'findAuthorization').mockResolvedValueOnce({ state: 'approved', payment });
    const abandoned = jest.spyOn(adapter, 'abandon');
    await event(payment.reference);
    expect(abandoned).not.toHaveBeenCalled();
  });

  test('whose link has ended releases the hold, and is not repeated', async () => {
    const { pay, stored, event, held, adapter, draft } = await changed();
    failing(adapter, { state: 'unknown', cause: 'TIMEOUT' });
    const paying = pay(undefined, { draft: { ...draft, linkId: own.newId() } });
    await expect(paying).rejects.toMatchObject({ name: 'OperationOpen' });
    expect(held()).toBe(1000);
    await event((await stored()).reference);
    expect([held(), await stored()]).toMatchObject([0, { state: 'declined', linkEnded: true }]);
  });

  test('without an id leaves an approved payment as it is', async () => {
    const { pay, stored, event, held } = await changed();
    await pay();
    const before = await stored();
    await event();
    expect([held(), await stored()]).toEqual([1000, before]);
  });

  test('of another payment of the account leaves both as they are', async () => {
    const { pay, stored, event, held, shop } = await changed();
    await pay();
    const { reference = '' } = await stored();
    const other = live.stripe.copy(reference, { florin: own.newId() }, shop.account.account);
    await event(other);
    expect(held()).toBe(2000);
  });
});

describe('a payment of real money', () => {
  const ann = { name: 'Ann', email: 'ann@example.com' };

  /** An order with every field that a customer and a merchant can set. */
  async function order(over: Partial<Authorization> = {}, number?: string) {
    const { shop, id, adapter } = await payment();
    const till = own.openLink(
      { amount: 1000, currency: 'EUR', reference: 'Table 7' },
      { id: own.newId(), merchantId: shop.merchant.id, test: false },
    );
    const ends: unknown[] = [];
    const asked: Authorization = {
      ...{ id, amount: 1000, currency: 'EUR', credential: { reference: id }, recurring: false },
      card: someCard,
      ...{ descriptor: 'Order 7', linkId: till.id, till, payer: ann, capture: false },
      consent: { customer: 'ann', agreed: '2026-11-25T00:00:00Z', replaces: [] },
      details: { custom: { n: 1 }, agreement: { unplanned: true }, text: 'Two bags' },
      live: { instrument: own.card(number, { store: true }) },
      record: (decline) => {
        ends.push(decline ?? 'paid');
        return [];
      },
      ...over,
    };
    const pay = async (more: Partial<Authorization> = {}) =>
      own.authorizePayment(shop.merchant as StoredMerchant, await own.currentRates(), { ...asked, ...more });
    const intents = () => live.stripe.books(shop.account.account).intents.length;
    return { shop, adapter, id, till, pay, ends, intents };
  }

  test('keeps what was ordered, saves the card, pays the link, and is made once', async () => {
    const { shop, id, till, pay, ends, intents } = await order();
    expect(await pay()).toEqual({ decline: undefined, challenged: false, repeated: false });
    expect(await own.getTransaction(id)).toMatchObject({
      ...{ descriptor: expect.stringContaining('Order 7'), linkId: till.id, payer: ann, recurring: false },
      ...{ custom: { n: 1 }, agreement: { unplanned: true }, text: 'Two bags', pendingAmount: 1000 },
      credential: expect.anything(),
    });
    // Another account cannot charge the card.
    expect(await own.getCustomerCard(id)).toMatchObject({
      ...{ customer: 'ann', credential: { at: shop.account } },
    });
    expect(await own.getLink(till.id)).toMatchObject({ paid: 1, paidBy: id, reference: 'Table 7' });
    expect(await pay()).toEqual({ decline: undefined, challenged: false, repeated: true });
    expect([ends, intents()]).toEqual([['paid'], 1]);
  });

  test('has the terms of its order at the acquirer, and keeps the terms of the answer', async () => {
    const instrument = own.card();
    const { shop, adapter, id, pay } = await order({
      ...{ details: { custom: { reference: 'Table 7' } }, live: { instrument, requireTds: true } },
    });
    const fee = { basisPoints: 100, flat: {}, returned: true };
    Object.assign(shop.merchant.acquirer ?? {}, { fee, prefix: 'SHOP', extended: true, increments: true });
    const captureBefore = new Date(Date.now() + 7 * 24 * 60 * 60_000).toISOString();
    const answer = {
      reference: `pi_of_${id}`,
      manyCaptures: false,
      increments: true,
      captureBefore,
    } as const;
    const asked = jest.spyOn(adapter, 'authorize').mockImplementationOnce(async (_, __, keep) => {
      await keep(answer.reference);
      return { state: 'approved', payment: answer, tds: 'full' };
    });
    await pay();
    const terms = { requireTds: true, extended: true, increments: true, fee };
    expect(asked.mock.calls).toMatchObject([
      [{ ...shop.account, id, descriptor: 'Order 7', orderReference: 'Table 7', ...terms }, instrument, {}],
    ]);
    expect(await own.getTransaction(id)).toMatchObject({
      ...{ descriptor: 'SHOP* Order 7', tds: 'full', acquirer: { ...shop.account, ...answer, fee } },
    });
    expect(await own.transactionOfPayment('stripe', answer.reference)).toBe(id);
    expect(await own.dueEndings(Date.parse(captureBefore), 100)).toContain(id);
  });

  test('reads nothing between the answer of the acquirer and its transaction', async () => {
    const { pay, adapter } = await order();
    const { authorize } = adapter;
    jest.spyOn(adapter, 'authorize').mockImplementation(async (...asked) => {
      const outcome = await authorize(...asked);
      own.proxy.reset();
      return outcome;
    });
    expect(await pay()).toMatchObject({ decline: undefined, challenged: false });
    expect(own.proxy.calls.map(({ operation }) => operation)).toEqual(['TransactWriteItems']);
  });

  test('keeps its hold if DynamoDB shows only a part of what another run has stored: that the link is paid', async () => {
    const { shop, id, till, pay, adapter } = await order();
    const { authorize } = adapter;
    jest.spyOn(adapter, 'authorize').mockImplementationOnce(async (...asked) => {
      const outcome = await authorize(...asked);
      await own.resolveOperation((await own.getOperation(id)) as AuthorizationOperation);
      own.proxy.instead = (operation, body) => {
        if (operation !== 'TransactWriteItems') return undefined;
        own.proxy.instead = undefined;
        const codes: [string, string][] = [
          [own.operationKey(id).pk, 'TransactionConflict'],
          [own.linkKey(till.id).pk, 'ConditionalCheckFailed'],
        ];
        const CancellationReasons = JSON.parse(body).TransactItems.map((write: object) => {
          const [, Code = 'None'] = codes.find(([pk]) => JSON.stringify(write).includes(`"${pk}"`)) ?? [];
          return { Code };
        });
        return failure('TransactionCanceledException', { CancellationReasons });
      };
      return outcome;
    });
    expect(await pay()).toEqual({ decline: undefined, challenged: false, repeated: true });
    expect(own.proxy.instead).toBeUndefined();
    expect(live.stripe.books(shop.account.account).capturable.EUR).toBe(1000);
  });

  test('is captured at once if it should be, and says so again when it is repeated', async () => {
    const { id, till, pay, ends, intents } = await order({ capture: true });
    expect(await pay()).toEqual({ decline: undefined, captured: true, repeated: false });
    expect(await pay()).toEqual({ decline: undefined, captured: true, repeated: true });
    expect(await live.transactionOf(id)).toMatchObject({ pendingAmount: 0, capturedAmount: 1000 });
    expect([(await own.getLink(till.id))?.paid, ends, intents()]).toEqual([1, ['paid'], 1]);
  });

  test('that is declined saves no card, leaves the link open, and is declined again when it is repeated', async () => {
    const { id, till, pay, ends, intents } = await order({ capture: true }, '4000000000000002');
    const { decline, ...first } = await pay();
    expect([decline, first]).toEqual([expect.any(String), { challenged: false, repeated: false }]);
    expect(await pay()).toEqual({ decline, challenged: false, repeated: true });
    expect([await own.getCustomerCard(id), await own.getLink(till.id)]).toEqual([undefined, undefined]);
    expect(await own.getTransaction(id)).toMatchObject({
      error: expect.any(Number),
      linkId: till.id,
      payer: ann,
    });
    expect([ends, intents()]).toEqual([[decline], 1]);
  });

  test('waits for a customer whom the bank asks, and ends when the customer leaves', async () => {
    const { id, pay } = await order({}, '4000002760003184');
    expect(await pay()).toMatchObject({ challenged: true });
    expect(await own.transactionExists(id)).toBe(false);
    const instrument = own.card('4000002760003184', { store: true });
    expect(await pay({ live: { instrument, left: true } })).toMatchObject({
      decline: 'TDSECURE_FAILED',
      challenged: false,
    });
    expect(await own.getCustomerCard(id)).toBeUndefined();
  });

  test.each([
    [true, true, 'off_session'],
    [true, false, 'off_session'],
    [false, true, 'on_session'],
    [false, false, undefined],
  ])(
    'whose card may be charged (%p) or kept (%p) says so to the acquirer: %s',
    async (store, keep, usage) => {
      const { shop, pay } = await order({ live: { instrument: own.card(undefined, { store, keep }) } });
      await pay();
      const [intent] = live.stripe.books(shop.account.account).intents;
      expect(intent?.setup_future_usage ?? undefined).toBe(usage);
    },
  );

  test('whose card is saved for its customer alone gives the merchant no credential', async () => {
    const instrument = own.card(undefined, { keep: true });
    const { id, pay } = await order({ details: {}, live: { instrument } });
    expect(await pay()).toMatchObject({ decline: undefined });
    expect((await own.getTransaction(id))?.credential).toBeUndefined();
    expect(await own.getCustomerCard(id)).toMatchObject({ credential: { customer: expect.anything() } });
  });

  test.each([
    [undefined, { captured: true }, ['new'], 1],
    [{ state: 'declined', decline: 'PAYMENT_REJECTED' }, { decline: 'PAYMENT_REJECTED' }, ['old'], 0],
    [{ state: 'unknown', cause: 'TIMEOUT' }, { captured: false }, ['old', 'new'], 1],
  ] as [MovementOutcome | undefined, object, string[], number][])(
    'that is captured at once replaces an older card only once its capture has succeeded: %j',
    async (outcome, answer, cards, paid) => {
      const old = own.newId();
      const consent = { customer: 'ann', agreed: '2026-11-25T00:00:00Z', replaces: [] };
      const { shop, adapter, id, till, pay, ends } = await order({
        capture: true,
        consent: { ...consent, replaces: [old] },
      });
      const { id: merchantId } = shop.merchant;
      await own.transact(
        own.keepCard({ id: old, merchantId, card: someCard }, { reference: 'pm_1' }, consent),
      );
      const saved = async () => {
        const found = await Promise.all([old, id].map((each) => own.getCustomerCard(each)));
        return ['old', 'new'].filter((_, n) => found[n]);
      };
      if (outcome) jest.spyOn(adapter, 'move').mockResolvedValueOnce(outcome);
      expect(await pay()).toMatchObject(answer);
      const end = outcome?.state === 'declined' ? outcome.decline : 'paid';
      expect([await saved(), (await own.getLink(till.id))?.paid, ends]).toEqual([cards, paid, [end]]);
      const { operation } = await live.transactionOf(id);
      const kinds: Record<string, string> = { declined: 'void', unknown: 'capture' };
      expect(operation?.kind).toBe(kinds[outcome?.state ?? '']);
      if (!operation) return;
      // The worker executes a release at once. It leaves a capture to the request for a minute.
      const due = (await own.dueOperations(Date.now() + 1, 1000)).map((each) => each.id);
      expect(due.includes(operation.id)).toBe(operation.kind === 'void');
      const open = await own.getOperation(operation.id);
      if (open) await own.resolveOperation(open);
      expect([await saved(), (await own.getLink(till.id))?.paid, ends]).toEqual([
        operation.kind === 'void' ? ['old'] : ['new'],
        paid,
        [end],
      ]);
      expect(live.stripe.books(shop.account.account).capturable.EUR).toBe(0);
    },
  );
});
