import type { AuthorizationOutcome, MovementOutcome } from '../../../functions/core/acquirer/acquirer.ts';
import { methods } from '../../../functions/core/acquirer/simulated/methods.ts';
import { usedMethod } from '../../../functions/core/domain/methods/method.ts';
import type { StoredMerchant } from '../../../functions/core/store/merchants/merchants.ts';
import type { AuthorizationOperation } from '../../../functions/core/store/transactions/operations.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { someCard } from '../domain/some-payment.ts';
import { loseAuthorization } from './real-money.ts';
import { failing, withAuthorizations } from './with-authorizations.ts';

const { live, own, payment } = withAuthorizations();

/** Every answer to a cancellation after which the money may still be held. */
const notReleased: MovementOutcome[] = [
  { state: 'unknown', cause: 'TIMEOUT' },
  { state: 'declined', decline: 'PAYMENT_REJECTED' },
  { state: 'forbidden', cause: 'no_key' },
  { state: 'absent' },
];

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

test('a duplicate of a payment whose link has ended cannot store it while its hold is released, even if the link is free again', async () => {
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
])(
  'a payment at an account with %j, captured immediately: %p, asks for %j',
  async (settings, capture, asked) => {
    const { adapter, pay, shop, draft } = await payment();
    Object.assign(shop.merchant.acquirer ?? {}, settings);
    const authorize = jest.spyOn(adapter, 'authorize');
    await pay(undefined, { draft: { ...draft, capture } });
    expect(authorize.mock.calls).toMatchObject([[asked, {}, expect.anything()]]);
  },
);

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

test('a duplicate of a payment that the acquirer refuses leaves the operation of the first request open', async () => {
  const { adapter, stored, pay, held } = await payment();
  jest
    .spyOn(adapter, 'authorize')
    .mockResolvedValueOnce({ state: 'unknown', cause: 'TIMEOUT' })
    .mockResolvedValueOnce({ state: 'forbidden', cause: '403' });
  // The first request may have charged the card, so the second must not claim that nothing was charged.
  for (let times = 0; times < 2; times++)
    await expect(pay()).rejects.toMatchObject({ name: 'OperationOpen' });
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
  await expect(pay()).rejects.toMatchObject({ name: 'OperationOpen' });
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
    // Saving a card charges no money, so a late approval counts.
    ['approved', limit + 1, { credential, amount: 0 }, 'approved'],
    ['absent', limit, {}, 'asked again'],
    ['absent', limit + 1, {}, 'PAYMENT_METHOD_ERROR'],
    ['unknown', limit, {}, 'asked again'],
    ['unknown', limit, { challenge: answers.challenge }, 'unknown'],
    ['unknown', limit + 1, {}, 'unknown'],
    // Without a stored id, the acquirer cannot have reserved money.
    ['unknown', limit + 1, { reference: undefined }, 'PAYMENT_METHOD_ERROR'],
    ['approved', limit, { reference: undefined }, 'asked again'],
  ])(
    'an open authorization that the acquirer calls %s after %d ms, with %j, becomes: %s',
    async (answer, age, over, expected) => {
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
      expect(isGivenUp ? outcome.decline : outcome === isAsked ? isAsked.cause : outcome.state).toBe(
        expected,
      );
      expect(now.withdrawn ?? false).toBe(isGivenUp);
      expect(abandoned.mock.calls.map(([, reference]) => reference)).toEqual(
        isGivenUp && operation.reference ? ['pi_1'] : [],
      );
    },
  );

  test('an open authorization that is given up before its request has an id holds nothing, and gives up the id, too', async () => {
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

test('a duplicate of a payment leaves a capture that is a minute old to the worker, and reports no younger one', async () => {
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

test('a repeated payment sends the acquirer the address of the first because it compares both', async () => {
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

test('an authorization that another run has approved is not given up', async () => {
  const { adapter, stored, pay, held } = await payment();
  loseAuthorization(adapter);
  await expect(pay()).rejects.toMatchObject({ name: 'OperationOpen' });
  const read = await stored();
  await own.resolveOperation(read);
  const given = [own.withdrawAuthorization(read), own.giveUp(read, read.reference ?? '')];
  const approved = { operation: { state: 'approved' }, outcome: { state: 'absent' } };
  expect(await Promise.all(given)).toMatchObject([approved, approved]);
  expect([(await stored()).state, held()]).toEqual(['approved', 1000]);
});

/** The first row of each kind. */
const kinds = methods.filter(
  ({ kind, captured }, n) => methods.findIndex((row) => row.kind === kind && row.captured === captured) === n,
);

describe.each(kinds)('a payment by $type', (row) => {
  const { type, kind, captured, minutes, settles, digits = 0, currencies } = row;

  async function byMethod(more: object = {}) {
    const { shop, pay, stored, draft } = await payment();
    const { account = '' } = shop.account;
    live.stripe.settings(account).methods = { [type]: 'active' };
    const payer = { name: 'Ann', email: 'ann@example.com' };
    const means = { method: row, code: '1'.repeat(digits) || undefined, payer };
    const order = {
      currency: currencies[0] ?? '',
      draft: { ...draft, card: undefined, method: usedMethod(row), ...more },
      instrument: { ...means, store: false, returnUrl: 'https://pos.example/back' },
    };
    const payBy = (over: object = {}) => pay(undefined, { ...order, ...over });
    await payBy();
    const { reference = '' } = await stored();
    const answer = (given: 'approve' | 'process') => live.stripe.answerMethod(reference, given, account);
    return { order, stored, payBy, reference, answer };
  }

  const mark = captured === 'at once' ? { givenUp: true } : {};
  const marksOf = async (acquirer: string, reference: string) => {
    const { givenUp, transactionId } = await own.namedPayment(acquirer, reference);
    return { ...(givenUp && { givenUp }), ...(transactionId && { transactionId }) };
  };

  test('its customer has the time of its row once, also while the provider decides', async () => {
    const { stored, payBy, answer } = await byMethod();
    const { challenge, since, due } = await stored();
    expect([challenge?.kind, due - since]).toEqual([
      kind === 'code' ? 'wait' : 'page',
      (minutes + settles) * 60_000 + 1,
    ]);
    answer('process');
    jest.spyOn(Date, 'now').mockReturnValue(since + 30_000);
    await payBy();
    expect(await stored()).toMatchObject({ challenge: { kind: 'wait' }, due });
  });

  test('its capture says that the method has made it, and which method', async () => {
    const { payBy, answer } = await byMethod();
    answer('approve');
    const { operation, capture } = await payBy();
    expect([operation.state, capture?.payment.captured, capture?.payment.method]).toEqual(
      captured === 'at once' ? ['approved', true, type] : ['approved', undefined, undefined],
    );
  });

  test('its money is known to be given up if it may still move', async () => {
    const left = await byMethod();
    expect((await left.payBy({ left: true })).operation.state).toBe('declined');
    expect(await marksOf('stripe', left.reference)).toEqual(mark);
    const late = await byMethod({ linkId: own.newId() });
    late.answer('approve');
    await expect(late.payBy()).rejects.toMatchObject({ name: 'LinkEnded' });
    expect(await marksOf('stripe', late.reference)).toEqual(mark);
    const [merchant, id] = [someMerchant(), own.newId()];
    await own.createMerchant(merchant, { id: own.newId(), name: null });
    for (const isLeft of [false, true])
      await own.authorizeLive(merchant as StoredMerchant, {
        ...{ id, amount: 1000, record: () => [], left: isLeft, ...left.order },
      });
    expect((await own.getOperation(id))?.state).toBe('declined');
    expect(await marksOf('simulated', `simulated-${id}`)).toEqual({});
  });
});
