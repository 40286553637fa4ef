import { customer } from '../support/customer.ts';
import { ownFlorin } from '../support/own-florin.ts';

const own = ownFlorin();

afterEach(() => {
  own.proxy.instead = undefined;
});

// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
type Json = any;

async function scene(uses = 1) {
  const { api, shop, payment } = own.here;
  const { frictionless } = customer(own.here);
  const { key, merchant } = await shop();
  const body = { amount: 10000, currency: 'EUR', uses };
  const { link } = (await api('POST', `/merchants/${merchant.id}/links`, { key, body })).body;
  const ready = async () => {
    const order = await payment(merchant, { linkId: link.id });
    return { ...order, hints: await frictionless(order) };
  };
  return {
    ready,
    off: () => api('DELETE', `/links/${link.id}`, { key }),
    read: async (): Promise<Json> => (await api('GET', `/links/${link.id}`, { key })).body.link,
    transactions: async (): Promise<Json[]> =>
      (await api('GET', `/merchants/${merchant.id}/transactions`, { key, query: { limit: 10 } })).body,
  };
}

/** Calls `act` after a payment has read its link, and before the payment writes. */
function beforeWrite(act: () => Promise<unknown>): void {
  own.proxy.instead = async (operation, body) => {
    if (operation === 'TransactWriteItems' && body.includes('paid#')) {
      own.proxy.instead = undefined;
      await act();
    }
    return undefined;
  };
}

test('a link that is disabled just after the bank approved is not paid, and no transaction is listed', async () => {
  const { ready, off, read, transactions } = await scene(2);
  const order = await ready();
  beforeWrite(off);
  const answer = await own.here.pos('/payments', order);
  expect([answer.status, answer.body]).toEqual([
    400,
    { code: 'PAYMENT_INTEGRATION_DISABLED', message: expect.stringContaining('nothing was charged') },
  ]);
  expect(await read()).toMatchObject({ paid: 0, payments: [], status: 'disabled' });
  expect(await transactions()).toEqual([]);
});

test('a link that another tab pays just after the bank approved is not paid twice', async () => {
  const { ready, read } = await scene();
  const [order, other] = [await ready(), await ready()];
  let won: Json;
  beforeWrite(async () => {
    won = await own.here.pos('/payments', other);
  });
  const answer = await own.here.pos('/payments', order);
  expect([answer.status, answer.body.code, won.status]).toEqual([400, 'PAYMENT_INTEGRATION_DISABLED', 201]);
  expect(await read()).toMatchObject({
    paid: 1,
    payments: [{ transactionId: won.body.authorizationId }],
  });
});

test('a payment whose duplicate finishes just after the bank approved gets the response of that duplicate', async () => {
  const { ready, read } = await scene();
  const order = await ready();
  let copy: Json;
  beforeWrite(async () => {
    copy = await own.here.pos('/payments', order);
  });
  const answer = await own.here.pos('/payments', order);
  expect([answer.status, copy.status]).toEqual([201, 201]);
  expect(answer.body).toEqual(copy.body);
  expect(await read()).toMatchObject({ paid: 1 });
});
