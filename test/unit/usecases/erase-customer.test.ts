import { type Id, newId } from '../../../functions/core/domain/id.ts';
import type { Merchant } from '../../../functions/core/domain/merchants/merchant.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { someCard, somePayment } from '../domain/some-payment.ts';
import { onOwnTable } from '../own-table.ts';

process.env.POS_URL = 'https://pos.example';

const own = onOwnTable(async () => ({
  ...(await import('../../../functions/core/store/cards/customer-cards.ts')),
  ...(await import('../../../functions/core/store/console/audit.ts')),
  ...(await import('../../../functions/core/store/merchants/merchants.ts')),
  ...(await import('../../../functions/core/store/table/keys.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
  ...(await import('../../../functions/core/store/transactions/create-transaction.ts')),
  ...(await import('../../../functions/core/store/transactions/links.ts')),
  ...(await import('../../../functions/core/store/transactions/transactions.ts')),
  ...(await import('../../../functions/core/usecases/customers/disclose-customer.ts')),
  ...(await import('../../../functions/core/usecases/customers/erase-customer.ts')),
}));
afterEach(() => jest.restoreAllMocks());

const app = newId();
const customer = 'kunde 1.2';
const email = 'ann@example.com';
const nobody = { payments: 0, links: 0, cards: 0, receipts: 0, events: 0, entries: 0, waiting: 0 };

/** A merchant with two links of the customer, three payments by each, a saved card of each payment, and a request of a user. */
async function scene() {
  const merchant = someMerchant();
  await own.createMerchant(merchant, { id: app, name: null });
  const [links, payments]: Id[][] = [[], []];
  for (let n = 0; n < 2; n++) {
    const linkId = newId();
    const terms = { amount: 1000, currency: 'EUR', text: 'Tea', email, customer };
    const link = { ...terms, id: linkId, merchantId: merchant.id, test: true, uses: 9, paid: 0 };
    await own.createLink({ ...link, recurring: false }, { kind: 'app', id: app }, []);
    links?.push(linkId);
    for (let m = 0; m < 3; m++) payments?.push(await pay(merchant, linkId));
  }
  const user = { id: app, email: 'owner@example.com' };
  const about = { action: 'POST /mails', about: {}, requestId: 'r', address: '192.0.2.1', device: 'Firefox' };
  const fields = JSON.stringify({ email, customer });
  await own.appendEntry({ entry: { id: newId(), merchantId: merchant.id, user, ...about, fields } });
  return { merchant, links, payments };
}

async function pay(merchant: Merchant, linkId: Id): Promise<Id> {
  const payment = somePayment(merchant, { linkId, payer: { name: 'Ann', email } });
  await own.createTransaction(payment, { custom: { email } }, { merchant, alongside: [] });
  const consent = { customer, agreed: new Date().toISOString(), replaces: [] };
  const { id } = payment;
  await own.transact(own.keepCard({ id, merchantId: merchant.id, card: someCard }, { own: id }, consent));
  return id;
}

/** Repeats requests until none is left, each with a time that is over after one object. */
async function inPieces<T>(work: (from: string | undefined) => Promise<T & { next: string | null }>) {
  const pieces: T[] = [];
  const real = Date.now;
  for (let from: string | undefined; ; ) {
    let looks = 0;
    // The first look at the clock begins the request's time.
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => real() + (looks++ > 0 ? 6000 : 0));
    const piece = await work(from);
    clock.mockRestore();
    pieces.push(piece);
    if (piece.next === null) return pieces;
    if (piece.next === from || pieces.length > 100) throw new Error(`It does not go on after ${from}`);
    from = piece.next;
  }
}

const total = (pieces: readonly { erased: Record<string, number> }[]) =>
  pieces.reduce(
    (sums, { erased }) => {
      for (const [what, n] of Object.entries(erased)) sums[what] = (sums[what] ?? 0) + n;
      return sums;
    },
    {} as Record<string, number>,
  );

describe.each([
  ['an address', { email }],
  ['the id of a customer', { customer }],
])('requests for %s whose time is over after one object', (_, person) => {
  test('disclose each object once, as one request does', async () => {
    const { merchant, links, payments } = await scene();
    const whole = await own.discloseCustomer(merchant.id, person, undefined);
    expect(whole.next).toBeNull();
    const pieces = await inPieces((from) => own.discloseCustomer(merchant.id, person, from));
    expect(pieces.length).toBeGreaterThan(8);
    const kinds = Object.keys(whole.found) as (keyof typeof whole.found)[];
    const joined = Object.fromEntries(
      kinds.map((kind) => [kind, pieces.flatMap(({ found }) => found[kind])]),
    );
    expect(joined).toEqual(whole.found);
    const ids = (kind: 'payments' | 'links' | 'cards') =>
      (joined[kind] as { id: Id }[]).map(({ id }) => id).sort();
    expect(ids('payments')).toEqual([...(payments ?? [])].sort());
    expect(ids('links')).toEqual([...(links ?? [])].sort());
    expect(ids('cards')).toEqual([...(payments ?? [])].sort());
    expect(joined.entries).toHaveLength(1);
  });

  test('erase each object once, as one request does, and leave nothing to do', async () => {
    const [{ merchant }, other] = [await scene(), await scene()];
    const whole = await own.eraseCustomer(other.merchant.id, person, undefined);
    const pieces = await inPieces((from) => own.eraseCustomer(merchant.id, person, from));
    expect(pieces.length).toBeGreaterThan(8);
    expect(whole.next).toBeNull();
    expect(total(pieces)).toEqual(whole.erased);
    expect(whole.erased).toMatchObject({ payments: 6, links: 2, cards: 6, entries: 1, waiting: 0 });
    expect(await own.eraseCustomer(merchant.id, person, undefined)).toEqual({ erased: nobody, next: null });
  });
});

test('a saved card without a payment of its own is found by a request that continues', async () => {
  const { merchant } = await scene();
  const { payments } = await scene();
  const consent = { customer, agreed: new Date().toISOString(), replaces: [] };
  const alone = [newId(), newId()];
  for (const id of alone)
    await own.transact(own.keepCard({ id, merchantId: merchant.id, card: someCard }, { own: id }, consent));
  const found = await inPieces((from) => own.discloseCustomer(merchant.id, { customer }, from));
  const cards = found.flatMap((piece) => (piece.found.cards as { id: Id }[]).map(({ id }) => id));
  expect(cards).toHaveLength(8);
  expect(cards).toEqual(expect.arrayContaining(alone));
  const erased = await inPieces((from) => own.eraseCustomer(merchant.id, { customer }, from));
  expect(total(erased)).toMatchObject({ cards: 8 });
  for (const id of alone) expect(await own.getCustomerCard(id)).toBeUndefined();
  // Cards of the same customer's name at another merchant stay.
  expect(await own.getCustomerCard(payments?.[0] ?? '')).toMatchObject({ customer });
});
