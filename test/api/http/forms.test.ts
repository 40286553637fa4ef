import { world } from '../support/world.ts';

const { api, createApp, shop, pay, payment, transaction } = world();

/** Writes a body as fields of a form: nested fields have brackets in their names, and every value is text. */
function flat(body: object, prefix = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      const key = prefix === '' ? name : `${prefix}[${name}]`;
      if (typeof value === 'object') return Object.entries(flat(value, key));
      return [[key, typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)]];
    }),
  );
}

test('POST and PUT routes accept the same fields as JSON and as a form', async () => {
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

describe('brackets in names of form fields', () => {
  const form = (text: string) => ({
    body: text,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

  /** Sends free-form data in a form, and returns the stored value. */
  async function store(custom: string): Promise<unknown> {
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
    ['custom[tags][]=x&custom[tags][last]=y', { tags: { 0: 'x', last: 'y' } }],
    ['custom[]=x&custom[]=', ['x', '']],
    ['custom[__proto__][x]=1&custom[a]=b', JSON.parse('{"__proto__":{"x":"1"},"a":"b"}')],
    ['custom[a][b', null],
    ['custom[items][][sku]=a', { items: [{ sku: 'a' }] }],
    [
      'custom[items][][sku]=a&custom[items][][qty]=1&custom[items][][sku]=b&custom[items][][tags][]=x&custom[items][][tags][]=y',
      {
        items: [
          { sku: 'a', qty: '1' },
          { sku: 'b', tags: ['x', 'y'] },
        ],
      },
    ],
    [
      'custom[items][][a][x]=1&custom[items][][a][y]=2&custom[items][][a][x]=3',
      { items: [{ a: { x: '1', y: '2' } }, { a: { x: '3' } }] },
    ],
    ['custom[items][]=1&custom[items][][sku]=a&custom[items][]=2', { items: ['1', { sku: 'a' }, '2'] }],
    ['custom[][sku]=a&custom[][sku]=b', [{ sku: 'a' }, { sku: 'b' }]],
    [
      'custom[items][1][sku]=b&custom[items][0][sku]=a&custom[items][0][tags][0]=x',
      { items: [{ sku: 'a', tags: ['x'] }, { sku: 'b' }] },
    ],
    [
      'custom[a][1]=x&custom[b][00]=y&custom[c][0]=z&custom[c][d]=',
      { a: { 1: 'x' }, b: { '00': 'y' }, c: { 0: 'z', d: '' } },
    ],
    ['custom[x][][__proto__]=1', { x: [JSON.parse('{"__proto__":"1"}')] }],
  ])('%s is stored as %j', async (text, custom) => {
    expect(await store(text)).toEqual(custom);
  });

  test.each([
    ['a list in a list', 'custom[tags][][]=x', 'custom.tags..'],
    ['an object in a list in a list', 'custom[tags][][][name]=x', 'custom.tags...name'],
    ['101 levels', `custom${'[a]'.repeat(101)}=x`, 'body'],
    ['60000 levels of lists', `custom${'[]'.repeat(60_000)}=x`, 'body'],
    ['80000 levels of objects and lists', `custom${'[a][]'.repeat(40_000)}=x`, 'body'],
  ])(
    'brackets in field names that make %s are refused with an error that names the field',
    async (_, text, field) => {
      const answer = await api('POST', '/apps', form(text));
      expect([answer.status, answer.body]).toMatchObject([400, [{ field }]]);
    },
  );

  test('a list for a text field is refused with the name of the field', async () => {
    const answer = await api('POST', '/apps', form('name[]=x'));
    expect([answer.status, answer.body]).toMatchObject([400, [{ field: 'name' }]]);
  });

  test('the items of a list can be numbered, as PHP does: ask[0]=name', async () => {
    const { key, merchant } = await shop();
    const path = `/merchants/${merchant.id}`;
    expect((await api('PUT', path, { key, ...form('ask%5B0%5D=name&ask%5B1%5D=email') })).status).toBe(204);
    expect((await api('GET', path, { key })).body.merchant.ask).toEqual(['name', 'email']);
  });

  test('a name without a value is an empty text, and 1001 fields are refused', async () => {
    const named = await api('POST', '/apps', form('name'));
    expect([named.status, named.body.app.name]).toEqual([201, '']);
    const many = await api('POST', '/apps', form(`${'x=1&'.repeat(1000)}name=last`));
    expect([many.status, many.body]).toMatchObject([400, [{ field: 'body' }]]);
  });
});
