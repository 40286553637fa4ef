import { newId } from '../../../functions/core/domain/id.ts';
import type { Merchant } from '../../../functions/core/domain/merchants/merchant.ts';
import type { PaymentLink } from '../../../functions/core/domain/transactions/link.ts';
import type { StoredMerchant } from '../../../functions/core/store/merchants/merchants.ts';
import type { Authorization } from '../../../functions/core/usecases/payments/authorize.ts';
import type { PaymentBody } from '../../../functions/payments/payment-body.ts';
import { failure } from '../../api/support/answer.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { someCard, somePayment } from '../domain/some-payment.ts';
import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(async () => {
  Object.assign(process.env, {
    SEAL_KEY: Buffer.alloc(32, 1).toString('base64'),
    UNVOUCHED_APP_WRITES: '2',
    UNVOUCHED_STAGE_WRITES: '1000',
  });
  return {
    ...(await import('../../../functions/core/domain/transactions/link.ts')),
    ...(await import('../../../functions/core/store/cards/customer-cards.ts')),
    ...(await import('../../../functions/core/store/ledger/lines.ts')),
    ...(await import('../../../functions/core/store/ledger/rates.ts')),
    ...(await import('../../../functions/core/store/merchants/acquirer-accounts.ts')),
    ...(await import('../../../functions/core/store/merchants/merchants.ts')),
    ...(await import('../../../functions/core/store/table/keys.ts')),
    ...(await import('../../../functions/core/store/table/read.ts')),
    ...(await import('../../../functions/core/store/table/transact.ts')),
    ...(await import('../../../functions/core/store/transactions/create-transaction.ts')),
    ...(await import('../../../functions/core/store/transactions/transactions.ts')),
    ...(await import('../../../functions/core/usecases/payments/authorize.ts')),
    ...(await import('../../../functions/core/vault/seal.ts')),
    ...(await import('../../../functions/payments/order.ts')),
    ...(await import('../../../functions/payments/payee.ts')),
  };
});
afterEach(() => {
  own.proxy.instead = undefined;
  own.proxy.afterAnswer = undefined;
});

async function shop(over: Partial<Merchant> = {}) {
  const merchant = { ...someMerchant(), ...over } as StoredMerchant;
  await own.createMerchant(merchant, { id: newId(), name: null });
  return merchant;
}

/** An order of 10.00 with a card whose account has 50.00. */
function order(over: Partial<Authorization> = {}): Authorization {
  const id = newId();
  const balance = { currency: 'EUR', exponent: 2, value: 5000 };
  return {
    ...{
      id,
      amount: 1000,
      currency: 'EUR',
      card: someCard,
      credential: { reference: id, simulated: { balance } },
    },
    ...{ recurring: false, capture: false, details: {}, live: undefined, record: () => [] },
    ...over,
  };
}

const pay = async (merchant: StoredMerchant, asked: Authorization) =>
  own.authorize(merchant, await own.currentRates(), asked);

const held = async ({ credential }: Authorization) =>
  (await own.get<{ pk: string; sk: string; held?: number }>(own.accountKey(credential.reference)))?.held ?? 0;

const triesOf = async (id: string) =>
  (await own.get<{ pk: string; sk: string; tries?: Set<string> }>(own.cardUseKey(id)))?.tries ?? new Set();

/** A link that has no uses left. */
async function usedLink({ id: merchantId }: Merchant) {
  const link = own.openLink({ amount: 1000, currency: 'EUR' }, { id: newId(), merchantId, test: true });
  await own.transact([{ item: own.put({ ...link, paid: 1, ...own.linkKey(link.id) }) }]);
  return link.id;
}

const consent = { customer: 'ann', agreed: '2026-11-25T00:00:00Z', replaces: [] };

/** A card that a customer of the merchant has saved. */
async function savedCard(merchant: StoredMerchant) {
  const asked = order({ consent });
  await pay(merchant, asked);
  const saved = await own.getCustomerCard(asked.id);
  if (!saved) throw new Error('The card was not saved');
  return saved;
}

test('a duplicate of a payment with a saved card is a conflict, and no guess of its security code', async () => {
  const merchant = await shop();
  const saved = await savedCard(merchant);
  const asked = order({ saved });
  await pay(merchant, asked);
  await expect(pay(merchant, asked)).rejects.toMatchObject({ name: 'Conflict' });
  expect(await triesOf(saved.id)).toEqual(new Set());
});

const lost = (id: string) => ({ reference: id, simulated: { status: 'lost' } }) as const;

test('an approved payment is stored with the acquirer’s reference, and holds its amount', async () => {
  const merchant = await shop();
  const asked = order();
  expect(await pay(merchant, asked)).toEqual({ decline: undefined, captured: false });
  expect(await own.getTransaction(asked.id)).toMatchObject({
    ...{ merchantId: merchant.id, pendingAmount: 1000, capturedAmount: 0, trail: [] },
    credential: asked.credential,
  });
  expect(await held(asked)).toBe(1000);
});

test('a reference that names only its own transaction is not stored', async () => {
  const merchant = await shop();
  const id = newId();
  await pay(merchant, order({ id, credential: { reference: id } }));
  expect((await own.getTransaction(id))?.credential).toBeUndefined();
  const later = order({ credential: { reference: id } });
  await pay(merchant, later);
  expect((await own.getTransaction(later.id))?.credential).toEqual({ reference: id });
});

test('a payment that is declined beforehand does not reach the acquirer, and is stored as declined', async () => {
  const asked = order({ declined: 'TDSECURE_FAILED', capture: true });
  const ends: unknown[] = [];
  const record = (decline: unknown) => {
    ends.push(decline);
    return [];
  };
  const merchant = await shop();
  expect(await pay(merchant, { ...asked, record })).toEqual({ decline: 'TDSECURE_FAILED', captured: false });
  expect([await held(asked), ends]).toEqual([0, ['TDSECURE_FAILED']]);
  expect(await own.getTransaction(asked.id)).toMatchObject({
    ...{ error: expect.any(Number), pendingAmount: 0, capturedAmount: 0, trail: [] },
  });
});

test('a payment is captured immediately only if this is asked for, the payment succeeds, and it has an amount', async () => {
  const merchant = await shop();
  const captured = order({ capture: true, amount: 1 });
  expect(await pay(merchant, captured)).toEqual({ decline: undefined, captured: true });
  const declined = order({ capture: true, credential: lost(newId()) });
  expect(await pay(merchant, declined)).toEqual({ decline: 'PAYMENT_CARD_LOST', captured: false });
  const empty = order({ capture: true, amount: 0 });
  expect(await pay(merchant, empty)).toEqual({ decline: undefined, captured: false });
  const amounts = async ({ id }: Authorization) => {
    const { pendingAmount, capturedAmount, trail = [] } = (await own.getTransaction(id)) ?? {};
    return [pendingAmount, capturedAmount, trail.map(({ kind }) => kind)];
  };
  expect(await amounts(captured)).toEqual([0, 1, ['capture']]);
  expect(await amounts(declined)).toEqual([0, 0, []]);
  expect(await amounts(empty)).toEqual([0, 0, []]);
  const lines: string[] = [];
  for await (const { kind, transactionId } of own.listLines(merchant.id, { limit: 10 }))
    lines.push(`${kind} ${transactionId}`);
  expect(lines).toEqual([`capture ${captured.id}`]);
});

test('a card is saved with an approved payment, and not with a declined one', async () => {
  const merchant = await shop();
  const [approved, declined] = [order({ consent }), order({ consent, credential: lost(newId()) })];
  await pay(merchant, approved);
  await pay(merchant, declined);
  expect(await own.getCustomerCard(approved.id)).toMatchObject({ customer: 'ann', merchantId: merchant.id });
  expect(await own.getCustomerCard(declined.id)).toBeUndefined();
});

test('a payment with a saved card counts as a guess only if its code is wrong', async () => {
  const merchant = await shop();
  const saved = await savedCard(merchant);
  const wrong = { reference: saved.id, simulated: { code: 'invalid' } } as const;
  await pay(merchant, order({ saved }));
  await pay(merchant, order({ saved, credential: lost(saved.id) }));
  expect(await triesOf(saved.id)).toEqual(new Set());
  const guesses = [order({ saved, credential: wrong }), order({ saved, credential: wrong })];
  for (const guess of guesses) await pay(merchant, guess);
  expect(await triesOf(saved.id)).toEqual(new Set(guesses.map(({ id }) => id)));
});

test('a payment with a removed card holds nothing, and is not stored', async () => {
  const merchant = await shop();
  const saved = await savedCard(merchant);
  await own.transact(own.forgetCard(saved.id));
  const asked = order({ saved });
  await expect(pay(merchant, asked)).rejects.toMatchObject({ name: 'Refused' });
  expect([await held(asked), await own.transactionExists(asked.id)]).toEqual([0, false]);
});

test('a payment whose link has ended releases its hold, and does not count as a guess of the security code', async () => {
  const merchant = await shop();
  const [saved, linkId] = [await savedCard(merchant), await usedLink(merchant)];
  const asked = order({ linkId, saved });
  await expect(pay(merchant, asked)).rejects.toMatchObject({ name: 'LinkEnded' });
  expect([await held(asked), await triesOf(saved.id)]).toEqual([0, new Set()]);
  expect(await own.transactionExists(asked.id)).toBe(false);
});

test.each([
  ['the hold', (body: string) => body.includes('"account#')],
  ['the try of the code', (body: string) => body.includes('DELETE tries')],
])('a payment whose link has ended fails if Florin cannot release %s', async (_, isRelease) => {
  const merchant = await shop();
  const [saved, linkId] = [await savedCard(merchant), await usedLink(merchant)];
  let hasEnded = false;
  own.proxy.afterAnswer = (_operation, body) => {
    hasEnded ||= body.includes('"link#');
  };
  own.proxy.instead = (operation, body) =>
    hasEnded && operation === 'TransactWriteItems' && isRelease(body)
      ? failure('ValidationException')
      : undefined;
  await expect(pay(merchant, order({ linkId, saved }))).rejects.toMatchObject({
    name: 'ValidationException',
  });
});

test('the hold stays if a duplicate of the request has stored the payment by the time its link has ended', async () => {
  const merchant = await shop();
  const [saved, linkId] = [await savedCard(merchant), await usedLink(merchant)];
  const asked = order({ linkId, saved });
  own.proxy.afterAnswer = async (operation, body) => {
    if (operation !== 'TransactWriteItems' || !body.includes('"link#')) return;
    own.proxy.afterAnswer = undefined;
    const payment = somePayment(merchant, { id: asked.id });
    await own.createTransaction(payment, {}, { merchant, alongside: [] });
  };
  await expect(pay(merchant, asked)).rejects.toMatchObject({ name: 'LinkEnded' });
  expect([await held(asked), await triesOf(saved.id)]).toEqual([1000, new Set([asked.id])]);
});

test('a payment that Florin cannot store keeps its hold because the write may have had its effect', async () => {
  const merchant = await shop();
  const asked = order();
  own.proxy.instead = (_, body) =>
    body.includes(`"tx#${asked.id}"`) ? failure('ValidationException') : undefined;
  await expect(pay(merchant, asked)).rejects.toMatchObject({ name: 'ValidationException' });
  own.proxy.instead = undefined;
  expect(await held(asked)).toBe(1000);
});

test('a test merchant without writes left gets no payment, and nothing is held', async () => {
  const merchant = await shop({ unvouched: { app: newId(), days: 90 } });
  for (let n = 0; n < 2; n++) await pay(merchant, order());
  const asked = order();
  await expect(pay(merchant, asked)).rejects.toMatchObject({ name: 'QuotaUsedUp' });
  expect([await held(asked), await own.transactionExists(asked.id)]).toEqual([0, false]);
});

test.each(['custom', 'plan'])(
  'a customer’s payment to a merchant whose app nobody approves has at most 4 KB in %s',
  async (field) => {
    const vouched = await shop({ key: newId() });
    const unvouched = await shop({ key: newId(), unvouched: { app: newId(), days: 90 } });
    const ask = async ({ key, id }: StoredMerchant, bytes: number) => {
      const data = { [field]: 'x'.repeat(bytes - '""'.length) };
      const asked = { integration: { key }, test: {}, card: {}, ...data } as unknown as PaymentBody;
      return (await own.payee(asked)).id === id;
    };
    expect([await ask(unvouched, 4096), await ask(vouched, 4097)]).toEqual([true, true]);
    await expect(ask(unvouched, 4097)).rejects.toMatchObject({ name: 'Refused', faults: [{ field }] });
  },
);

describe('the payee of a payment', () => {
  const underWay: Parameters<typeof own.payee>[1] = async () => ({ id: newId() }) as never;

  /** Makes a live merchant with an account, and a card that was saved at this or at an earlier account. */
  async function scene(at: 'now' | 'before' | 'unknown' = 'now', over: Partial<Merchant> = {}) {
    const account = { acquirer: 'stripe', account: `acct_${newId()}` } as const;
    const accounts = { now: account, before: { ...account, account: 'acct_before' }, unknown: undefined };
    const merchant = await shop({ ...someMerchant({ test: false }), key: newId(), ...over });
    if (!merchant.test) await own.setAcquirer(merchant, account, true, {});
    const id = newId();
    const credential = JSON.stringify({ reference: 'pm_1', at: accounts[at] });
    const saved = { id, merchantId: merchant.id, ...consent, card: someCard, credential };
    const make = async (input: object = {}, changed: Partial<PaymentLink> = {}) => {
      const of = { id: newId(), merchantId: merchant.id, test: merchant.test };
      const link = { ...own.openLink({ amount: 1000, currency: 'EUR', ...input }, of), ...changed };
      await own.transact([{ item: own.put({ ...link, ...own.linkKey(link.id) }) }]);
      return link.id;
    };
    await own.transact([{ item: own.put({ ...saved, ...own.customerCardKey(id) }) }]);
    const ask = async (linkId: string | undefined, earlier?: typeof underWay, more: object = {}) =>
      own.payee(
        {
          ...{ integration: { key: merchant.key }, linkId, card: { saved: id } },
          ...{ amount: { currency: 'EUR', exponent: 2, value: 1000 }, test: merchant.test ? {} : undefined },
          ...more,
        } as unknown as PaymentBody,
        earlier,
      );
    return { account, merchant, make, ask, saved: id };
  }

  test.each<[string, 'now' | 'before' | 'unknown', boolean]>([
    ['the present account', 'now', true],
    ['another account', 'before', false],
    ['an account that an earlier release did not store', 'unknown', true],
  ])(
    'the payee of a payment gets a card of %s, and one of another account only if a duplicate of the payment is under way',
    async (_, at, usable) => {
      const { make, ask, saved } = await scene(at);
      const linkId = await make();
      expect((await ask(linkId)).saved?.id).toBe(usable ? saved : undefined);
      expect((await ask(linkId, async () => undefined)).saved?.id).toBe(usable ? saved : undefined);
      expect((await ask(linkId, underWay)).saved?.id).toBe(saved);
      expect((await ask(linkId, underWay, { card: {} })).saved).toBeUndefined();
    },
  );

  test('the payee of a payment may have a link that has expired while the payment was under way, and none that was paid or disabled', async () => {
    const { make, ask } = await scene();
    const past = new Date(Date.now() - 1000).toISOString();
    const linkId = await make({}, { expiresAt: past });
    await expect(ask(linkId)).rejects.toMatchObject({ name: 'LinkEnded' });
    expect((await ask(linkId, underWay)).link?.id).toBe(linkId);
    for (const ended of [{ paid: 1 }, { disabled: past, expiresAt: past }])
      await expect(ask(await make({}, ended), underWay)).rejects.toMatchObject({ name: 'LinkEnded' });
    const test = await scene('now', { test: true });
    const expired = await test.make({}, { expiresAt: past });
    await expect(test.ask(expired, underWay)).rejects.toMatchObject({ name: 'LinkEnded' });
  });

  test('the payee of a payment must take payments, with the setting that the page relies on, unless the payment is under way', async () => {
    const { account, merchant, ask, make } = await scene();
    const capture = { capture: true };
    await expect(ask(undefined, undefined, capture)).rejects.toMatchObject({
      faults: [{ field: 'capture' }],
    });
    expect((await ask(undefined, underWay, capture)).id).toBe(merchant.id);
    await own.setAcquirer(merchant, account, false, {});
    for (const linkId of [undefined, await make()]) {
      await expect(ask(linkId)).rejects.toMatchObject({ body: { code: 'PAYMENT_INTEGRATION_DISABLED' } });
      expect((await ask(linkId, underWay)).id).toBe(merchant.id);
    }
  });

  test('the payee of a payment must be the merchant of the link, and the amount, the card and the data must be those of the link', async () => {
    const [{ make, ask }, other] = [await scene(), await scene()];
    const refused = (field: string) => ({ name: 'Refused', faults: [{ field }] });
    for (const linkId of [newId(), await other.make()])
      await expect(ask(linkId, underWay)).rejects.toMatchObject(refused('linkId'));
    const linkId = await make();
    for (const amount of [
      { currency: 'EUR', exponent: 2, value: 999 },
      { currency: 'USD', exponent: 2, value: 1000 },
    ])
      await expect(ask(linkId, underWay, { amount })).rejects.toMatchObject(refused('amount'));
    await expect(ask(linkId, underWay, { save: true })).rejects.toMatchObject(refused('save'));
    const asking = await make({ ask: ['name', 'email'] });
    await expect(ask(asking, underWay, { payer: { email: 'a@example.com' } })).rejects.toMatchObject(
      refused('payer.name'),
    );
    const payer = { name: 'Ann', email: 'a@example.com' };
    expect((await ask(asking, undefined, { payer })).link?.id).toBe(asking);
  });
});

test.each([
  ['amex', '1234', true],
  ['amex', '123', false],
  ['visa', '123', true],
  ['visa', '1234', false],
] as const)('a saved card of real money (%s) is paid with the code %s: %p', async (scheme, code, isRight) => {
  const { id: merchantId, ...merchant } = someMerchant({ test: false });
  const card = { ...someCard, scheme };
  const saved = { ...consent, id: newId(), merchantId, card, credential: {} };
  const link = own.openLink(
    { amount: 1000, currency: 'EUR', customer: 'ann' },
    {
      ...{ id: newId(), merchantId, test: false },
    },
  );
  const body = {
    ...{ integration: { key: merchant.key }, amount: { currency: 'EUR', exponent: 2, value: 1000 } },
    ...{ linkId: link.id, card: { saved: saved.id, code: { token: await own.seal('pcsc', code) } } },
  } as unknown as PaymentBody;
  const reading = own.readOrder(body, { ...merchant, id: merchantId, link, saved } as never);
  if (isRight) expect(await reading).toMatchObject({ card, cardNumber: '', securityCode: code });
  else await expect(reading).rejects.toMatchObject({ body: { code: 'PAYMENT_CARD_SECURITY_CODE_INVALID' } });
});

test('real money is never charged without a card', async () => {
  const merchant = await shop({ test: false });
  await expect(pay(merchant, order())).rejects.toThrow('A payment of real money needs `live`');
});
