import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../lib/root.ts';
import { consoleRoutes, type Route, routes } from '../../lib/routes.ts';

/** Replaces the acquirer's name by a placeholder, as in routes that every acquirer has. */
const asWritten = (path: string): string => path.replace(/^\/acquirers\/\w+\//, '/acquirers/<acquirer>/');

/**
 * The string in the source gives the names and types of the path parameters, and tells readers the function's route.
 */
test.each([...routes, ...consoleRoutes])(
  'functions/$entry.ts names its route $method $path',
  ({ entry, method, path }) => {
    const source = readFileSync(join(root, `functions/${entry}.ts`), 'utf8');
    expect(source.match(/'[A-Z]+ \/[^']*'|`[A-Z]+ \/[^`]*`/g)?.map((text) => text.slice(1, -1))).toContain(
      `${method} ${asWritten(path)}`,
    );
  },
);

const named = (all: readonly { method: string; path: string }[]) =>
  all.map(({ method, path }) => `${method} ${path}`);

test('the merchants’ API asks for a key or a password, except for a new app and the documentation', () => {
  const open = routes.filter(({ api, authorization }) => api === 'base' && authorization === 'none');
  expect(named(open)).toEqual(['POST /apps', 'GET /openapi.json', 'GET /docs', 'GET /docs/{page}']);
  expect(named(routes.filter(({ authorization }) => authorization === 'signature'))).toEqual([
    'POST /acquirers/stripe/events',
  ]);
  for (const { path, authorization } of routes)
    expect([path, authorization === 'digest']).toEqual([path, path.startsWith('/api/')]);
});

test('a route of the console that names an object of a merchant asks for a session', () => {
  const open = consoleRoutes.filter(({ authorization }) => authorization !== 'session');
  expect(open.length).toBeGreaterThan(5);
  expect(named(open).filter((route) => / \/api\/|\/(session|sessions|till\/day)$/.test(route))).toEqual([
    'POST /till/session',
  ]);
});

const all: readonly Route[] = [...routes, ...consoleRoutes];

/** A shared row has the rights of the row that has made its function. */
function writes({ method, entry, table, shared }: Route): boolean {
  if (shared && method === 'GET') return false;
  const rights = shared ? all.find((one) => one.entry === entry && !one.shared)?.table : table;
  return rights?.some((action) => /^(Put|Update|Delete)Item$/.test(action)) ?? false;
}

const removes = 'Removes what a counted request has made. A repeat finds nothing to remove.';
const network = 'Has a limit for each network, and what it stores expires.';
const ownUser = 'Concerns the user alone, who has a limited number of them.';

/** The writing routes without a budget of their own, each with the reason. */
const unbudgeted: Record<string, string> = {
  'DELETE /merchants/{merchantId}/users/{userId}': removes,
  'DELETE /merchants/{merchantId}/apps/{appId}': removes,
  'DELETE /merchants/{merchantId}/customers/{customer}/cards/{cardId}': removes,
  'DELETE /l/{linkId}/cards/{cardId}': removes,
  'PUT /merchants/{merchantId}/erasures': removes,
  'PUT /merchants/{merchantId}/disclosures':
    'Only reads. The entry in the audit log of a test merchant expires.',
  'DELETE /merchants/{merchantId}/webhooks/{webhookId}': removes,
  'DELETE /merchants/{merchantId}/webhooks/{webhookId}/secrets/{secretId}': removes,
  'POST /disputes/{disputeId}/evidence': 'A dispute takes one submission, and a counted payment precedes it.',
  'POST /payments/returns': 'Ends what a counted payment has begun.',
  'POST /payments/simulated-bank': 'Each counted payment takes one answer.',
  'POST /payments/challenges/{challenge}': 'In test mode it gives the one answer of a counted payment.',
  'POST /payments/receipts': 'A counted payment has some addresses at most, and they expire.',
  'POST /api/helloWorld': 'Takes the password of the operator, which no app has.',
  'PUT /api/helloWorld': 'Takes the password of the operator, which no app has.',
  'DELETE /api/helloWorld/{id}': 'Takes the password of the operator, which no app has.',
  'POST /sign-in': network,
  'POST /sign-in/confirm': 'A link signs in once, and the requests for links are limited.',
  'DELETE /session': ownUser,
  'DELETE /sessions': ownUser,
  'DELETE /sessions/{sessionId}': ownUser,
  'POST /passkeys/challenges': network,
  'POST /passkeys': ownUser,
  'DELETE /passkeys/{passkeyId}': ownUser,
  'POST /session/proof': 'Uses up a challenge, and each network has a limit of these.',
  'POST /sign-in/passkey': 'Uses up a challenge, and each network has a limit of these.',
  'POST /till/session': network,
  'DELETE /till/session': removes,
  'POST /till/codes': 'Stores nothing: the code is sealed.',
  'DELETE /api/merchants/{merchantId}/tills/{tillId}': removes,
  'DELETE /api/merchants/{merchantId}/templates/{templateId}': removes,
  'GET /api/merchants/{merchantId}/overview': 'Stores the figures of a past day once.',
  'GET /api/merchants/{merchantId}/audit': 'Writes nothing itself: its function also sends receipts.',
  'POST /api/transactions/{transactionId}/mails': 'A counted payment has ten of these at most.',
  'PUT /api/merchants/{merchantId}/membership': 'Accepts an invitation, which was counted.',
  'DELETE /api/merchants/{merchantId}/membership': removes,
};

test('each route that writes has a budget for apps that nobody approves, or a reason to need none', () => {
  const without = all.filter((route) => writes(route) && !route.unvouched);
  expect(named(without).sort()).toEqual(Object.keys(unbudgeted).sort());
});
