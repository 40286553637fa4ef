import {
  type AppRole,
  appRoles,
  may,
  mayLimitedApp,
  roles,
  type TillRole,
  tillRoles,
} from '#domain/merchants/roles.ts';
import { routes, routesOf } from '../../../../lib/routes.ts';

/** The routes of the console behind a session, by their names in the merchants' API. */
const all = routesOf('console')
  .filter(({ authorization }) => authorization === 'session')
  .map((route) => ({ ...route, name: `${route.method} ${route.path.replace(/^\/api(?=\/)/, '')}` }));

/** The routes that belong to a merchant. */
const guarded = all.filter(({ path }) => path.startsWith('/api/') && !path.startsWith('/api/identities/'));
const changes = guarded.filter(({ method }) => method !== 'GET');

const allowed = (route: string): (AppRole | TillRole)[] =>
  [...appRoles, ...tillRoles].filter((role) => may(role, route));

test('an owner may call every route of a merchant', () => {
  expect(guarded.length).toBeGreaterThan(40);
  expect(guarded.filter(({ name }) => !may('owner', name))).toEqual([]);
});

test('only owners and members move money; support refunds it; refunding tills refund and void it; cashiers take it', () => {
  const moving = guarded.filter(({ movesMoney }) => movesMoney);
  expect(moving.length).toBeGreaterThan(3);
  for (const { name } of moving) {
    const support = name.endsWith('/refunds') ? ['support'] : [];
    const more = /\/(refunds|voids)$/.test(name) ? [...support, 'refundingTill'] : ['cashier'];
    expect([name, allowed(name)]).toEqual([name, ['owner', 'member', ...more]]);
  }
});

test('an accountant and support change nothing but their own membership, except that support refunds and an accountant closes months', () => {
  const own = /\/(membership|notifications)$/;
  for (const { name } of changes) {
    const ofBooks = /\/(months|bookkeeping)$/.test(name);
    expect([name, may('accountant', name)]).toEqual([name, own.test(name) || ofBooks]);
    expect([name, may('support', name)]).toEqual([name, own.test(name) || name.endsWith('/refunds')]);
  }
});

test('only an owner changes the merchant, who has access, and where events go', () => {
  const sensitive = /^PUT \/merchants\/\{merchantId\}$|\/(users|apps|webhooks)(\/|$)/;
  const harmless = /\/(tests|retries)$/;
  const found = changes.filter(({ name }) => sensitive.test(name) && !harmless.test(name));
  expect(found.length).toBeGreaterThan(10);
  for (const { name } of found) expect([name, allowed(name)]).toEqual([name, ['owner']]);
});

test('every role of users may read everything except the audit log, which only an owner may read', () => {
  for (const { name } of guarded.filter(({ method }) => method === 'GET')) {
    const ofCashiers = / \/(transactions|links)\/\{\w+\}(\/qr)?$/.test(name);
    const readers = ofCashiers ? [...appRoles] : [...roles];
    expect([name, allowed(name)]).toEqual([name, name.endsWith('/audit') ? ['owner'] : readers]);
  }
});

test('nobody may call a route that has no row or no role', () => {
  for (const route of ['GET /merchants', 'POST /apps', 'GET /', 'GET /session', '', 'toString', '__proto__'])
    expect([route, allowed(route)]).toEqual([route, []]);
});

test('tills alone may call the routes of tills, and no other route except a refund or a void', () => {
  for (const { name } of all) {
    const isOfTills = name.includes(' /till/');
    expect([name, may('till', name)]).toEqual([name, isOfTills]);
    expect([name, may('refundingTill', name)]).toEqual([name, isOfTills || /\/(refunds|voids)$/.test(name)]);
    if (isOfTills) expect([name, allowed(name)]).toEqual([name, [...tillRoles]]);
  }
});

test('an app with limits changes neither settings, nor webhooks, nor who has access, whatever its role', () => {
  const ofKeys = routes.filter(({ authorization }) => authorization === 'key');
  expect(ofKeys.length).toBeGreaterThan(40);
  for (const { method, path } of ofKeys) {
    const name = `${method} ${path}`;
    const sensitive = /^PUT \/merchants\/\{merchantId\}$|\/(users|apps|webhooks)(\/|$)/.test(name);
    if (method === 'GET' || !sensitive || /\/(tests|retries)$/.test(name)) continue;
    expect([name, appRoles.filter((role) => mayLimitedApp(role, name))]).toEqual([name, []]);
  }
});

test('a cashier takes payments and reads single ones; it neither returns money nor lists anything', () => {
  const names = routes.map(({ method, path }) => `${method} ${path}`);
  expect(names.filter((name) => mayLimitedApp('cashier', name)).sort()).toEqual([
    'GET /links/{linkId}',
    'GET /links/{linkId}/qr',
    'GET /transactions/{transactionId}',
    'POST /merchants/{merchantId}/links',
    'POST /merchants/{merchantId}/transactions',
    'POST /transactions/{transactionId}/captures',
    'POST /transactions/{transactionId}/increments',
  ]);
});
