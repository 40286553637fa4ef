import { type Id, newId } from '../../../functions/core/domain/id.ts';
import type { PaymentLink } from '../../../functions/core/domain/transactions/link.ts';
import type { StoredMerchant } from '../../../functions/core/store/merchants/merchants.ts';
import type { PaymentBody } from '../../../functions/payments/payment-body.ts';
import { failure } from '../../api/support/answer.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(async () => {
  Object.assign(process.env, {
    SEAL_KEY: Buffer.alloc(32, 1).toString('base64'),
    UNVOUCHED_APP_WRITES: '1000000',
    UNVOUCHED_STAGE_WRITES: '1000000',
  });
  return {
    ...(await import('../../../functions/core/domain/transactions/link.ts')),
    ...(await import('../../../functions/core/domain/transactions/decline-limits.ts')),
    ...(await import('../../../functions/core/store/merchants/merchants.ts')),
    ...(await import('../../../functions/core/store/table/keys.ts')),
    ...(await import('../../../functions/core/store/table/read.ts')),
    ...(await import('../../../functions/core/store/table/transact.ts')),
    ...(await import('../../../functions/core/usecases/payments/pass-declines.ts')),
    ...(await import('../../../functions/core/usecases/webhooks/events-of-change.ts')),
    ...(await import('../../../functions/core/vault/seal.ts')),
    ...(await import('../../../functions/payments/order.ts')),
    ...(await import('../../../functions/payments/pay.ts')),
    ...(await import('../../../functions/payments/proof.ts')),
  };
});
beforeEach(() => own.proxy.reset());
afterEach(() => {
  own.proxy.instead = undefined;
});

/** The app that makes all merchants of this file. */
const app = { kind: 'app', id: newId() } as const;

async function shop() {
  const merchant = { ...someMerchant(), key: newId() } as StoredMerchant;
  await own.createMerchant(merchant, { id: app.id, name: null });
  return merchant;
}

async function linkOf({ id: merchantId }: StoredMerchant, uses: number): Promise<Id> {
  const link: PaymentLink = own.openLink(
    { amount: 1000, currency: 'EUR', uses },
    { id: newId(), merchantId, test: true },
  );
  await own.transact([{ item: own.put({ ...link, ...own.linkKey(link.id) }) }]);
  return link.id;
}

type Test = NonNullable<PaymentBody['test']>;

interface Try {
  number?: string;
  network?: string;
  linkId?: Id;
  test?: Test;
  /** The outcome of 3-D Secure: thieves cannot answer the bank. */
  tds?: 'authenticated' | 'attempted';
}

let last = 0;
/** A card that nobody has used before. */
const newCard = () => String(4_000_000_000_000_000 + ++last);
const newNetwork = () => `198.51.${Math.floor(++last / 256) % 256}.${last % 256}`;

/** Pays as the handler of `POST /payments` does. @returns the status and the code of the answer */
async function attempt(
  merchant: StoredMerchant,
  { number = newCard(), network = newNetwork(), linkId, test = {}, tds = 'attempted' }: Try = {},
): Promise<{ status: number; code?: string }> {
  const [pcn, pcsc] = await Promise.all([own.seal('pcn', number), own.seal('pcsc', '123')]);
  const body: PaymentBody = {
    integration: { key: merchant.key },
    amount: { currency: 'EUR', exponent: 2, value: 1000 },
    card: { number: { token: pcn }, code: { token: pcsc }, expiry: { month: 1, year: 2099 } },
    test: { limits: true, ...test },
    linkId,
  };
  const { digest } = await own.readOrder(body, merchant);
  const paying = { ...body, hints: [await own.sealProof(digest, { challenge: 'tds', result: tds })] };
  const proof = own.payingProof(paying);
  if (!proof) throw new Error('A payment needs a proof');
  const answer = await own
    .pay(paying, proof, undefined, 'https://pos.example', network)
    .catch(({ name, code, seconds }) => {
      expect([name, seconds > 0]).toEqual(['QuotaUsedUp', true]);
      return { status: 429, body: { code } };
    });
  return { status: answer.status, code: (answer.body as { code?: string }).code };
}

const wrongCode: Test = { card: { code: 'invalid' } };
const lost: Test = { card: { status: 'lost' } };

/** Whether the answer tells a thief something about the card: 3-D Secure ends a payment before the acquirer is asked. */
const isLearned = ({ status, code = '' }: { status: number; code?: string }) =>
  status === 201 || !/^(TDSECURE_|TOO_MANY)/.test(code);

const times = async (count: number, act: (n: number) => Promise<unknown>) => {
  for (let n = 0; n < count; n++) await act(n);
};

test('a thief with 2,000 stolen cards and 500 networks learns fewer than 100 cards, and 500 honest customers pay', async () => {
  const merchant = await shop();
  let learned = 0;
  const refused: unknown[] = [];
  const steal = async (n: number, network: string) => {
    const answer = await attempt(merchant, { network, test: n % 10 === 0 ? {} : lost });
    if (isLearned(answer)) learned++;
  };
  const buy = async (n: number, network: string) => {
    const number = newCard();
    const mistakes = n % 5 === 0 ? 2 : 0;
    const pay = (test: Test) => attempt(merchant, { number, network, test, tds: 'authenticated' });
    await times(mistakes, () => pay(wrongCode));
    const answer = await pay({});
    if (answer.status !== 201) refused.push(answer);
  };
  // Each honest customer shares the network of a thief, and all of them pay at the same time.
  const atOnce = 4;
  await times(500 / atOnce, (group) =>
    Promise.all(
      Array.from({ length: atOnce }, (_, k) => group * atOnce + k).flatMap((n) => {
        const network = `203.0.${n >> 8}.${n & 255}`;
        return [...[0, 1, 2, 3].map((k) => steal(4 * n + k, network)), buy(n, network)];
      }),
    ),
  );
  expect(refused).toEqual([]);
  expect(learned).toBeLessThan(100);
});

describe('after the declines of', () => {
  test.each([
    ['a card', 3, async () => ({ number: newCard() })],
    ['a link for one payment', 5, async (at: StoredMerchant) => ({ linkId: await linkOf(at, 1) })],
    ['a link for many', 20, async (at: StoredMerchant) => ({ linkId: await linkOf(at, 1000) })],
    ['a network', 10, async () => ({ network: newNetwork() })],
    ['a merchant', 30, async () => ({})],
  ])('%s, a payment needs 3-D Secure, and an honest customer passes', async (what, most, common) => {
    const at = await shop();
    const shared = await common(at);
    await times(most, async () =>
      expect((await attempt(at, { ...shared, test: lost })).code).toBe('PAYMENT_CARD_LOST'),
    );
    expect((await attempt(at, shared)).code).toBe('TDSECURE_REQUIRED');
    expect((await attempt(at, { ...shared, tds: 'authenticated' })).status).toBe(201);
    const elsewhere = await attempt(at);
    expect(elsewhere.status).toBe(what === 'a merchant' ? 400 : 201);
    expect((await attempt(await shop(), { ...shared, linkId: undefined })).status).toBe(201);
  });

  test('a stage, a payment needs 3-D Secure at each merchant', async () => {
    const at = await shop();
    const today = new Date().toISOString().slice(0, 10);
    await attempt(at, { test: lost });
    const counters = Array.from({ length: 16 }, (_, n) =>
      own.declinesKey(`test#${at.key}#stage#${n}`, today),
    );
    // One of the sixteen counters belongs to this instance. It counts up to 199 here, and to 200 with the next decline.
    for (const key of counters)
      await own.transact([{ item: own.update(key, 'SET declines = :most', { ':most': 199 }) }]);
    expect((await attempt(at)).status).toBe(201);
    await attempt(at, { test: lost });
    expect((await attempt(at)).code).toBe('TDSECURE_REQUIRED');
  });

  test.each([
    ['a card', 8, async () => ({ number: newCard() })],
    ['a link for one payment', 15, async (at: StoredMerchant) => ({ linkId: await linkOf(at, 1) })],
  ])('%s, which belongs to one customer, a payment is refused', async (_, most, common) => {
    const at = await shop();
    const shared = await common(at);
    await times(most, async () => expect((await attempt(at, { ...shared, test: lost })).status).toBe(400));
    const honest = { ...shared, tds: 'authenticated' } as const;
    expect(await attempt(at, honest)).toEqual({ status: 429, code: 'TOO_MANY_DECLINES' });
    expect((await attempt(at, { tds: 'authenticated' })).status).toBe(201);
  });
});

test('a server that pays for all of its customers needs no 3-D Secure while most of its payments are approved', async () => {
  const at = await shop();
  const network = newNetwork();
  await times(60, async (n) => {
    const isDeclined = n % 5 === 0;
    const answer = await attempt(at, { network, test: isDeclined ? lost : {} });
    expect(answer.status).toBe(isDeclined ? 400 : 201);
  });
});

test('an approved payment writes nothing more, and waits for no further read', async () => {
  const at = await shop();
  await attempt(at, { test: lost });
  const calls = async (test: Test) => {
    own.proxy.reset();
    expect((await attempt(at, { test })).status).toBe(201);
    const operations = own.proxy.calls.map(({ operation }) => operation);
    const reads = operations.filter((operation) => operation === 'BatchGetItem').length;
    const others = operations.filter((operation) => operation !== 'BatchGetItem').sort();
    return { reads, others, sequential: own.proxy.sequential() };
  };
  const limited = await calls({});
  expect(limited).toEqual({ ...(await calls({ limits: false })), reads: 1 });
});

test('a payment is made although the counters cannot be read or written', async () => {
  const at = await shop();
  own.proxy.instead = (operation, body) =>
    operation === 'BatchGetItem' || (operation === 'UpdateItem' && body.includes('declines#'))
      ? failure('ThrottlingException')
      : undefined;
  expect((await attempt(at)).status).toBe(201);
  expect((await attempt(at, { test: lost })).code).toBe('PAYMENT_CARD_LOST');
});

test('the merchant gets one event a day', async () => {
  const at = await shop();
  await times(33, () => attempt(at, { test: lost }));
  const today = new Date().toISOString().slice(0, 10);
  const now = await own.get(own.limitedKey(at.id, today));
  if (!now) throw new Error('No event was noted');
  const [event, ...more] = own.eventsOfChange({ id: 'a', at: Date.now(), now, before: undefined });
  expect([event?.type, event?.merchantId, more]).toEqual(['merchant.declines_limited', at.id, []]);
  expect(await event?.data()).toMatchObject({ test: true, data: { merchant: { id: at.id } } });
});

const today = () => new Date().toISOString().slice(0, 10);

/** Sets numbers of a counter. */
const setCounter = (name: string, numbers: Record<string, number>) =>
  own.transact([
    {
      item: own.update(
        own.declinesKey(name, today()),
        `SET ${Object.keys(numbers).map((one) => `${one} = :${one}`)}`,
        Object.fromEntries(Object.entries(numbers).map(([one, value]) => [`:${one}`, value])),
      ),
    },
  ]);

async function limitedShop() {
  const at = await shop();
  const counter = own.merchantCounter(at.key, true);
  await setCounter(counter, { declines: 30, approved: 0 });
  expect((await attempt(at)).code).toBe('TDSECURE_REQUIRED');
  return { at, counter };
}

describe('payments that pass for an hour', () => {
  test('need no 3-D Secure for the merchant’s declines, and keep the limits of card, link, network and stage', async () => {
    const { at } = await limitedShop();
    await own.passDeclines(at, app);
    own.proxy.reset();
    expect((await attempt(at)).status).toBe(201);
    expect(own.proxy.calls.filter(({ operation }) => operation === 'BatchGetItem')).toHaveLength(1);
    const [number, linkId, network] = [newCard(), await linkOf(at, 1), newNetwork()];
    await times(3, () => attempt(at, { number, test: lost }));
    expect((await attempt(at, { number })).code).toBe('TDSECURE_REQUIRED');
    await times(5, () => attempt(at, { linkId, test: lost }));
    expect((await attempt(at, { linkId })).code).toBe('TDSECURE_REQUIRED');
    await setCounter(`test#${at.key}#network#${network}`, { declines: 10, approved: 0 });
    expect((await attempt(at, { network })).code).toBe('TDSECURE_REQUIRED');
    expect((await attempt(at)).status).toBe(201);
    for (let n = 0; n < 16; n++)
      await setCounter(`test#${at.key}#stage#${n}`, { declines: 200, approved: 0 });
    expect((await attempt(at)).code).toBe('TDSECURE_REQUIRED');
  });

  test('need 3-D Secure again after the hour, which repeats do not lengthen, and pass at most three times per day', async () => {
    const { at, counter } = await limitedShop();
    for (const passesLeft of [2, 1, 0]) {
      const passing = await own.passDeclines(at, app);
      expect(passing).toMatchObject({ limited: true, passesLeft });
      expect(Date.parse(passing.passUntil ?? '') - Date.now()).toBeLessThanOrEqual(60 * 60 * 1000);
      expect(await own.passDeclines(at, app)).toMatchObject({ passUntil: passing.passUntil, passesLeft });
      expect((await attempt(at)).status).toBe(201);
      await setCounter(counter, { passUntil: Date.now() });
      expect((await attempt(at)).code).toBe('TDSECURE_REQUIRED');
      expect((await own.declinesOf(at)).passUntil).toBeNull();
    }
    await expect(own.passDeclines(at, app)).rejects.toMatchObject({ name: 'QuotaUsedUp' });
  });

  test('begin once, if two owners ask at the same time', async () => {
    const { at } = await limitedShop();
    const asked = await Promise.allSettled([1, 2, 3].map(() => own.passDeclines(at, app)));
    for (const one of asked)
      expect(one.status === 'fulfilled' ? 'Conflict' : one.reason.name).toBe('Conflict');
    expect((await own.declinesOf(at)).passesLeft).toBe(2);
  });

  test('need a limit first, and an app that still has access', async () => {
    const at = await shop();
    await expect(own.passDeclines(at, app)).rejects.toMatchObject({ name: 'Conflict' });
    expect(await own.get(own.declinesKey(own.merchantCounter(at.key, true), today()))).toBeUndefined();
    const limited = await limitedShop();
    const removed = { ...app, id: newId() };
    await expect(own.passDeclines(limited.at, removed)).rejects.toMatchObject({ name: 'NoAccess' });
    expect((await own.declinesOf(limited.at)).passUntil).toBeNull();
  });
});
