import { world } from './support/world.ts';

const { api, shop, authorized, transaction } = world();

// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
type Json = any;

const daysOf = ({ created, captureBefore }: Json) =>
  (Date.parse(captureBefore) - Date.parse(created)) / 86_400_000;

test('a test merchant chooses when its authorizations end, at its creation and later', async () => {
  const { key, merchant } = await shop({ testAuthorizationDays: 30 });
  expect(merchant.testAuthorizationDays).toBe(30);
  const first = await authorized(merchant, 1000);
  expect(daysOf(await transaction(key, first))).toBe(30);
  const path = `/merchants/${merchant.id}`;
  expect((await api('PUT', path, { key, body: { testAuthorizationDays: 1 } })).status).toBe(204);
  expect((await api('GET', path, { key })).body.merchant.testAuthorizationDays).toBe(1);
  expect(daysOf(await transaction(key, await authorized(merchant, 1000)))).toBe(1);
  expect(daysOf(await transaction(key, first))).toBe(30);
  expect((await api('PUT', path, { key, body: { testAuthorizationDays: 0 } })).status).toBe(204);
  expect(await transaction(key, await authorized(merchant, 1000))).not.toHaveProperty('captureBefore');
});

test('without a choice, a merchant has 0 days, and a live merchant has no such field', async () => {
  const [test, live] = await Promise.all([shop(), shop({ test: false })]);
  expect(test.merchant.testAuthorizationDays).toBe(0);
  expect(live.merchant).not.toHaveProperty('testAuthorizationDays');
});

test.each([-1, 31, 1.5, 'seven', [7]])('%p days are refused with the field and the cure', async (days) => {
  const { key, merchant } = await shop();
  const body = { testAuthorizationDays: days };
  const answer = await api('PUT', `/merchants/${merchant.id}`, { key, body });
  expect([answer.status, answer.body]).toMatchObject([400, [{ field: 'testAuthorizationDays' }]]);
  expect(answer.body[0].message).toContain('0 to 30');
});

test('the authorizations of a live merchant do not end by a choice', async () => {
  const { key, merchant } = await shop({ test: false });
  const path = `/merchants/${merchant.id}`;
  const refused = await api('PUT', path, { key, body: { testAuthorizationDays: 7 } });
  expect([refused.status, refused.body]).toMatchObject([400, [{ field: 'testAuthorizationDays' }]]);
  expect(refused.body[0].message).toMatch(/live merchant/);
  expect((await api('PUT', path, { key, body: { testAuthorizationDays: 0 } })).status).toBe(204);
  const { currency, email, website, descriptor, company } = merchant;
  const made = await api('POST', '/merchants', {
    key,
    body: { currency, email, website, descriptor, company, test: false, testAuthorizationDays: 7 },
  });
  expect([made.status, made.body]).toMatchObject([400, [{ field: 'testAuthorizationDays' }]]);
});
