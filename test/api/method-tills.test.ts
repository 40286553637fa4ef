import { byMethod } from './support/by-method.ts';
import { makeClock } from './support/clock.ts';
import { refusal, send } from './support/http.ts';
import { ownFlorin } from './support/own-florin.ts';

const clock = makeClock();
const own = ownFlorin({ env: { ...clock.env, FLORIN_TRIGGERS: 'off' } });
const minutes = (count: number) => clock.moveTo(clock.now() + count * 60_000);
const ended = [400, 'PAYMENT_INTEGRATION_DISABLED'];

/** A till's code of a shop that offers methods, and a customer's phone. */
async function scene(over: object = {}) {
  const { api, pos, shop } = own.here;
  const { key, merchant } = await shop({ methods: ['mobilepay', 'bancontact'] });
  const amount = { currency: 'EUR', exponent: 2, value: 10000 };
  const made = (await pos('/payments/codes', { integration: { key: merchant.key }, amount, ...over })).body;
  const url = `${own.florin.posUrl}/payments/codes/${made.watch}`;
  const customer = byMethod(own.here);
  return {
    ...{ key, merchant, code: made.code, customer },
    begin: (type: string) => customer.begin(merchant, type, { linkId: made.code }),
    look: async () => (await send(url, 'GET', { headers: { 'accept-version': '1' } })).body,
    paid: async () =>
      (await api('GET', `/merchants/${merchant.id}/transactions?limit=5&filter[successful]=true`, { key }))
        .body,
  };
}

test('a till waits while a customer is in their app, and then shows the method of the payment', async () => {
  const { begin, customer, look } = await scene();
  const away = await begin('mobilepay');
  expect(await look()).toMatchObject({ state: 'waiting', payment: null });
  await customer.answer(away, 'reject');
  expect((await customer.returned(away)).body.code).toBe('PAYMENT_REJECTED_BY_ISSUER');
  expect(await look()).toMatchObject({ state: 'waiting', payment: null });
  const again = await begin('mobilepay');
  await customer.answer(again, 'approve');
  const { authorizationId } = (await customer.returned(again)).body;
  expect(await look()).toMatchObject({
    state: 'paid',
    payment: {
      transactionId: authorizationId,
      amount: 10000,
      card: 'MobilePay',
      method: { type: 'mobilepay', name: 'MobilePay' },
    },
  });
});

test('a code that expires while the customer is in their app is paid by the payment that began in time', async () => {
  const { begin, customer, look, merchant, code } = await scene();
  await minutes(14);
  const away = await begin('mobilepay');
  await minutes(2);
  expect(await look()).toMatchObject({ state: 'expired', payment: null });
  const late = await own.here.pos('/payments', customer.order(merchant, 'mobilepay', { linkId: code }));
  expect(refusal(late)).toEqual(ended);
  await customer.answer(away, 'approve');
  const paid = await own.here.pos('/payments', away.body);
  expect(paid.status).toBe(201);
  expect(await look()).toMatchObject({
    state: 'paid',
    payment: { transactionId: paid.body.authorizationId },
  });
});

test('a customer at a till has at most 20 minutes, even if the method gives them an hour', async () => {
  const { begin, customer, look, paid } = await scene();
  const away = await begin('bancontact');
  const left = (Date.parse(away.action.until) - clock.now()) / 60_000;
  expect([left > 19, left <= 20]).toEqual([true, true]);
  await minutes(21);
  expect((await customer.returned(away)).body.code).toBe('PAYMENT_REJECTED');
  await customer.answer(away, 'approve');
  expect((await customer.returned(away)).body.code).toBe('PAYMENT_REJECTED');
  expect([(await look()).state, await paid()]).toEqual(['expired', []]);
});

test('two phones pay the same code at the same time: one pays, and the other gets an error', async () => {
  const { begin, customer, look, paid } = await scene();
  const phones = await Promise.all([begin('mobilepay'), begin('bancontact'), begin('mobilepay')]);
  await Promise.all(phones.map((phone) => customer.answer(phone, 'approve')));
  const answers = await Promise.all(phones.map(({ body }) => own.here.pos('/payments', body)));
  const good = answers.filter(({ status }) => status === 201);
  expect(good).toHaveLength(1);
  for (const answer of answers) if (!good.includes(answer)) expect(refusal(answer)).toEqual(ended);
  expect(await paid()).toMatchObject([{ id: good[0]?.body.authorizationId }]);
  expect((await look()).payment.transactionId).toBe(good[0]?.body.authorizationId);
});

test('a recurring code takes cards alone', async () => {
  const { customer, merchant, code } = await scene({ recurring: true });
  const tried = await own.here.pos('/payments', customer.order(merchant, 'mobilepay', { linkId: code }));
  expect(tried.body.message).toBe('method.type: Only cards can be charged again: send `card`');
});
