import { may, roles, tillRoles } from '#domain/merchants/roles.ts';
import { routesOf } from '../../../../lib/routes.ts';

/** The routes of the console that belong to a merchant, as the table of roles names them. */
const guarded = routesOf('console')
  .filter(({ path }) => path.startsWith('/api/') && !path.startsWith('/api/identities/'))
  .map(({ method, path }) => `${method} ${path.slice('/api'.length)}`);

test('an owner may call every route of the console', () => {
  expect(guarded.length).toBeGreaterThan(40);
  for (const route of guarded) expect([route, may('owner', route)]).toEqual([route, true]);
});

/** Users of every role may leave the merchant, and choose which mails they get themselves. */
const ownAffairs = ['DELETE /merchants/{merchantId}/membership', 'PUT /merchants/{merchantId}/notifications'];

test('every role may read everything except the audit log, and an accountant may only read', () => {
  for (const route of guarded) {
    const reads = route.startsWith('GET ') && !route.endsWith('/audit');
    expect([route, may('accountant', route)]).toEqual([route, reads || ownAffairs.includes(route)]);
    if (reads) for (const role of roles) expect([route, may(role, route)]).toEqual([route, true]);
  }
});

test('support may change nothing except by refunds', () => {
  const changes = guarded.filter((route) => !route.startsWith('GET ') && may('support', route));
  expect(changes.sort()).toEqual([...ownAffairs, 'POST /transactions/{transactionId}/refunds'].sort());
});

test('a member may change neither who has access, nor webhooks, nor the merchant itself', () => {
  const denied = guarded.filter((route) => !may('member', route));
  expect(denied.sort()).toEqual(
    [
      'GET /merchants/{merchantId}/audit',
      'PUT /merchants/{merchantId}',
      'POST /merchants/{merchantId}/users',
      'PUT /merchants/{merchantId}/users/{userId}',
      'DELETE /merchants/{merchantId}/users/{userId}',
      'POST /merchants/{merchantId}/apps',
      'POST /merchants/{merchantId}/apps/keys',
      'DELETE /merchants/{merchantId}/apps/{appId}',
      'POST /merchants/{merchantId}/webhooks',
      'PUT /merchants/{merchantId}/webhooks/{webhookId}',
      'DELETE /merchants/{merchantId}/webhooks/{webhookId}',
      'POST /merchants/{merchantId}/webhooks/{webhookId}/secrets',
      'DELETE /merchants/{merchantId}/webhooks/{webhookId}/secrets/{secretId}',
    ].sort(),
  );
});

test('a route that is not in the table is for nobody', () => {
  for (const role of [...roles, ...tillRoles])
    for (const route of ['GET /merchants', 'POST /apps', 'GET /', '', 'toString', '__proto__'])
      expect([route, may(role, route)]).toEqual([route, false]);
});

test('a till may call no route of users, but for refunds if it may refund, and no user may call those of tills', () => {
  const all = routesOf('console')
    .filter(({ authorization }) => authorization === 'session')
    .map(({ method, path }) => `${method} ${path.replace(/^\/api(?=\/)/, '')}`);
  const own = ['GET /till/session', 'DELETE /till/session', 'GET /till/day'];
  expect(all.filter((route) => may('till', route)).sort()).toEqual([...own].sort());
  const refunding = [...own, 'POST /transactions/{transactionId}/refunds'];
  expect(all.filter((route) => may('refundingTill', route)).sort()).toEqual(refunding.sort());
  for (const role of roles)
    for (const route of own) expect([role, route, may(role, route)]).toEqual([role, route, false]);
});
