import { actionName } from '../../../functions/console/client/people/audit.tsx';
import { t, useTexts } from '../../../functions/console/client/values/texts.ts';
import { consoleCatalogue } from '../../../functions/core/messages/console/catalogue.ts';
import { routesOf } from '../../../lib/routes.ts';

beforeAll(() => useTexts('en', consoleCatalogue.en, []));

/** The routes whose requests the audit log records: changes of a merchant, and of the user’s own passkeys. */
const changes = routesOf('console')
  .filter(({ method, path }) => method !== 'GET' && /^\/(api\/|passkeys(\/\{|$))/.test(path))
  .map(({ method, path }) => `${method} ${path.replace(/^\/api/, '')}`);

test('the audit log names every change in words, and only changes that send something again share a name', () => {
  expect(changes.length).toBeGreaterThan(25);
  const named = changes.map((route) => [route, actionName(route)] as const);
  expect(named.filter(([route, name]) => name === route)).toEqual([]);
  const names = named.map(([, name]) => name).filter((name) => name !== t.audit.actions.resend);
  expect(new Set(names).size).toBe(names.length);
});

test.each([
  ['POST /transactions/{transactionId}/captures', 'capture'],
  ['POST /transactions/{transactionId}/refunds', 'refund'],
  ['POST /transactions/{transactionId}/voids', 'void'],
  ['POST /transactions/{transactionId}/increments', 'increment'],
  ['DELETE /merchants/{merchantId}/users/{userId}', 'removeUser'],
  ['DELETE /merchants/{merchantId}/apps/{appId}', 'removeApp'],
  ['POST /merchants/{merchantId}/apps/keys', 'makeKey'],
] as const)('%s is called "%s"', (route, name) => {
  expect(actionName(route)).toBe(t.audit.actions[name]);
});

test('an action without a translation shows its route', () => {
  for (const route of ['POST /merchants', 'toString', '__proto__']) expect(actionName(route)).toBe(route);
});
