import { world } from './support/world.ts';

const { api, createApp, shop, pay, payment, transaction } = world();

/** What a form looks like: brackets nest, everything is text. */
function flat(body: object, prefix = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      const key = prefix === '' ? name : `${prefix}[${name}]`;
      if (typeof value === 'object') return Object.entries(flat(value, key));
      return [[key, typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)]];
    }),
  );
}

test('every POST and PUT takes JSON and a form alike', async () => {
  const { key, merchant } = await shop();
  const { authorizationId: id } = (await pay(await payment(merchant))).body;
  await api('POST', `/transactions/${id}/captures`, { key, body: { amount: 1000 } });
  const ofMerchant = `/merchants/${merchant.id}`;
  const { name, email, descriptor } = merchant;
  const company = { country: 'DK', number: '7' };
  const calls: [string, string, object][] = [
    ['POST', '/apps', { name: 'Form' }],
    [
      'POST',
      '/merchants',
      { currency: 'EUR', email, website: merchant.website, descriptor, test: true, company },
    ],
    ['PUT', ofMerchant, { name, email, descriptor }],
    ['POST', `${ofMerchant}/users`, { email: 'form@example.com' }],
    ['POST', `${ofMerchant}/apps`, { appId: (await createApp()).id }],
    ['POST', `${ofMerchant}/cards`, { transactionId: id, notes: 'Form' }],
    [
      'POST',
      `${ofMerchant}/transactions`,
      { transactionId: id, currency: 'EUR', amount: 5, custom: { a: { b: 'c' } } },
    ],
    ['POST', `/transactions/${id}/captures`, { amount: 5, currency: 'EUR', descriptor: 'Form' }],
    ['POST', `/transactions/${id}/refunds`, { amount: 5, descriptor: 'Form' }],
    ['POST', `/transactions/${id}/voids`, { amount: 5 }],
  ];
  for (const [method, path, body] of calls) {
    const answers = [
      await api(method, path, { key, body }),
      await api(method, path, { key, form: flat(body) }),
    ];
    const right = method === 'PUT' ? 204 : 201;
    expect([path, ...answers.map(({ status }) => status)]).toEqual([path, right, right]);
  }
  const after = await transaction(key, id);
  expect(after).toMatchObject({ capturedAmount: 1010, refundedAmount: 10, voidedAmount: 10 });
});
