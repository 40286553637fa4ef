import { hasRecentLink, hasRecentPasskey, needsStepUp } from '#domain/console/step-up.ts';
import { routesOf } from '../../../../lib/routes.ts';

/** The changes of merchants in the console, by their names in the merchants' API. */
const changes = routesOf('console')
  .filter(({ path, method }) => path.startsWith('/api/') && method !== 'GET')
  .map(({ method, path }) => `${method} ${path.slice('/api'.length)}`);

test('changes of keys, members and webhooks, new merchants and tills, erasures and passes need a step-up, and other changes need none', () => {
  const asks =
    /\/(users|apps|webhooks)(\/|$)|^POST .*\/(merchants|tills)$|\/(erasures|disclosures|declines\/pass)$/;
  const harmless = /\/(tests|retries)$/;
  for (const route of changes)
    expect([route, needsStepUp(route)]).toEqual([route, asks.test(route) && !harmless.test(route)]);
});

test('a change without a row needs a step-up, and reading needs none', () => {
  for (const route of ['POST /new', 'DELETE /toString', 'toString', ''])
    expect(needsStepUp(route)).toBe(true);
  expect(needsStepUp('GET /merchants/{merchantId}/users')).toBe(false);
});

const [now, minute] = [Date.parse('2026-03-01T00:00:00Z'), 60_000];

test('a passkey counts for 5 minutes, and a mailed link for 10', () => {
  expect(hasRecentPasskey({ proven: now - 5 * minute + 1 }, now)).toBe(true);
  expect(hasRecentPasskey({ proven: now - 5 * minute }, now)).toBe(false);
  expect(hasRecentPasskey({ mailed: now }, now)).toBe(false);
  expect(hasRecentLink({ mailed: now - 10 * minute + 1 }, now)).toBe(true);
  expect(hasRecentLink({ mailed: now - 10 * minute }, now)).toBe(false);
  expect(hasRecentLink({ proven: now }, now)).toBe(false);
});
