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

describe('brackets', () => {
  const form = (text: string) => ({
    body: text,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

  /** What is kept of the free-form data in a form. */
  async function kept(custom: string): Promise<unknown> {
    const { key, merchant } = await shop();
    const { authorizationId } = (await pay(await payment(merchant))).body;
    const made = await api('POST', `/merchants/${merchant.id}/transactions`, {
      key,
      ...form(`transactionId=${authorizationId}&currency=EUR&amount=5&${custom}`),
    });
    return (await transaction(key, made.body.transaction.id)).custom;
  }

  test.each([
    ['custom[tags][]=x', { tags: ['x'] }],
    ['custom[tags][]=x&custom[tags][]=y&custom[a]=b', { tags: ['x', 'y'], a: 'b' }],
    ['custom[tags]=x&custom[tags]=y', { tags: 'y' }],
    ['custom[tags][]=x&custom[tags][last]=y', { tags: { last: 'y' } }],
    ['custom[]=x&custom[]=', ['x', '']],
    ['custom[__proto__][x]=1&custom[a]=b', JSON.parse('{"__proto__":{"x":"1"},"a":"b"}')],
    ['custom[a][b', null],
  ])('%s', async (text, custom) => {
    expect(await kept(text)).toEqual(custom);
  });

  test('an empty one that is not the last is refused by name', async () => {
    const answer = await api('POST', '/apps', form('custom[tags][][name]=x'));
    expect([answer.status, answer.body]).toMatchObject([400, [{ field: 'custom.tags' }]]);
  });

  test('a list where no list belongs is refused by name', async () => {
    const answer = await api('POST', '/apps', form('name[]=x'));
    expect([answer.status, answer.body]).toMatchObject([400, [{ field: 'name' }]]);
  });

  test('a name alone is a field, and too many are refused', async () => {
    const named = await api('POST', '/apps', form('name'));
    expect([named.status, named.body.app.name]).toEqual([201, '']);
    const many = await api('POST', '/apps', form(`${'x=1&'.repeat(1000)}name=last`));
    expect([many.status, many.body]).toMatchObject([400, [{ field: 'body' }]]);
  });
});
