import { makeClock } from '../support/clock.ts';
import { cards, ownLive } from '../support/live.ts';

const clock = makeClock();
const live = ownLive({ now: clock.now, env: { ...clock.env, FLORIN_TRIGGERS: 'off' } });

const minutes = (count: number) => clock.moveTo(clock.now() + count * 60_000);
const ended = [400, 'PAYMENT_INTEGRATION_DISABLED'];

/** Begins a payment that the bank of the customer will challenge, by a link or a code that expires in 15 minutes. */
async function scene(how: 'code' | 'link') {
  const { api, pos } = live.here;
  const shop = await live.shop();
  const { key, merchant } = shop;
  const asked = {
    amount: 10000,
    currency: 'EUR',
    expires: new Date(clock.now() + 15 * 60_000).toISOString(),
  };
  const money = { currency: 'EUR', exponent: 2, value: 10000 };
  const linkId =
    how === 'code'
      ? (await pos('/payments/codes', { integration: { key: merchant.key }, amount: money })).body.code
      : (await api('POST', `/merchants/${merchant.id}/links`, { key, body: asked })).body.link.id;
  const order = await live.order(merchant, { linkId }, cards.challenged);
  const begun = (await pos('/payments/challenges/begin', order)).body.hints;
  const pay = async (hints: string[]) => {
    const { status, body } = await pos('/payments', { ...order, hints });
    return { status, body };
  };
  const only = async () => (await api('GET', `/merchants/${merchant.id}/transactions?limit=5`, { key })).body;
  return { ...shop, order, begun, pay, only };
}

describe.each(['code', 'link'] as const)('a %s that expires', (how) => {
  test('while the customer answers the bank: the payment that began in time succeeds', async () => {
    const { key, merchant, account, order, begun, pay, only } = await scene(how);
    const { challenges } = (await pay(begun)).body;
    await minutes(14);
    const returned = await live.atBank(challenges[0].path, { ...order, hints: begun }, 'yes');
    await minutes(2);
    const paid = await pay([...begun, ...returned]);
    expect(paid.status).toBe(201);
    expect(await only()).toMatchObject([{ id: paid.body.authorizationId, amount: 10000, successful: true }]);
    await live.expectSameBooks({ key, merchant, account });
  });

  test('before the acquirer received a request: the payment fails, and no amount is reserved', async () => {
    const { account, begun, pay, only } = await scene(how);
    await minutes(16);
    const { status, body } = await pay(begun);
    expect([status, body.code]).toEqual(ended);
    expect(await only()).toEqual([]);
    expect(live.stripe.books(account).capturable.EUR ?? 0).toBe(0);
  });
});

test.each(['was paid by somebody else', 'was switched off'] as const)(
  'if the link %s while the customer is at the bank, the hold is released immediately',
  async (how) => {
    const { key, merchant, account, order, begun, pay } = await scene('link');
    const held = () => live.stripe.books(account).capturable.EUR;
    const { challenges } = (await pay(begun)).body;
    const returned = await live.atBank(challenges[0].path, { ...order, hints: begun }, 'yes');
    const isPaid = how === 'was paid by somebody else';
    if (isPaid)
      expect((await live.here.pay(await live.order(merchant, { linkId: order.linkId }))).status).toBe(201);
    else await live.here.api('DELETE', `/links/${order.linkId}`, { key });
    expect(held()).toBe(isPaid ? 20000 : 10000);
    for (let n = 0; n < 2; n++) {
      const { status, body } = await pay([...begun, ...returned]);
      expect([status, body.code]).toEqual(ended);
    }
    expect(held()).toBe(isPaid ? 10000 : 0);
  },
);
