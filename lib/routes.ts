import { acquirerNames } from '../functions/core/acquirer/names.ts';
import type { Sends } from './queues.ts';

/** The actions on the table. Each becomes a `dynamodb:` action in the function's role. */
export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem';

/** The actions with the key that seals card tokens. Each becomes a `kms:` action in the function's role. */
export type SealAction = 'GenerateDataKey' | 'Decrypt';

export interface Route {
  /**
   * `base` is the API for merchants' servers at `{base_url}`. `pos` is the API for customers' browsers at `{pos_url}`.
   * `console` is the API behind the merchants' console.
   */
  api: 'base' | 'pos' | 'console';
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** Entry file below `functions/`, without its extension. */
  entry: string;
  /**
   * The authorization that the route requires: none, an app's API key, the password of `/api` (Basic or Digest), a
   * signature that the function verifies, or the session of a user of the console.
   */
  authorization: 'none' | 'key' | 'digest' | 'signature' | 'session';
  /**
   * The console serves the same function, below `/api`, to users with a session (docs/adr/0041-the-console-is-a-third-api.md).
   */
  console?: true;
  /**
   * The route is Florin's own. It refuses unknown fields and query parameters. Routes of the specification ignore
   * them, and so do pages, because mail programs add parameters to links.
   */
  own?: true;
  table: readonly TableAction[];
  /** The function also queries the index `list`. */
  index?: true;
  /** The function also queries the index `pending`. */
  pending?: true;
  /**
   * The actions with the vault's key: the function seals tokens with `GenerateDataKey` and decrypts them with `Decrypt`.
   */
  seal?: readonly SealAction[];
  /** The function gets the address of the customer's side. */
  posUrl?: true;
  /** The function may read the keys of the acquirer, and its time limit is long enough to ask the acquirer. */
  acquirer?: true;
  /** The function makes a page that may embed pages of the acquirer. */
  acquirerPages?: true;
  /** The function writes data of test merchants whose apps nobody vouches for, within the stage's limits. */
  unvouched?: true;
  /**
   * The function takes, holds, captures, refunds or releases money. A stage with the setting `canary` releases a new
   * version of it for a tenth of the requests first (docs/adr/0044-canaries-for-routes-that-move-money.md). Each such
   * function needs three more resources.
   */
  movesMoney?: true;
  /**
   * A customer waits for the function after the click on Pay. The setting `warmPayments` keeps environments of it ready, which adds
   * two resources.
   */
  paying?: true;
  /** The queues that the function sends messages to, and the variables that hold their addresses. */
  sends?: Sends;
  /**
   * An earlier route of the same API and entry has already made the function, with the rights of all these routes.
   */
  shared?: true;
}

/** A route of the public APIs: those of merchants' servers and of customers. */
export interface PublicRoute extends Route {
  api: Exclude<Route['api'], 'console'>;
  authorization: Exclude<Route['authorization'], 'session'>;
}

const read = ['GetItem', 'Query'] as const;
const seal = ['GenerateDataKey', 'Decrypt'] as const;

/** Every route of the two public APIs, in the order of the specification. */
// biome-ignore format: a route a line, as in the specification's tables
const table = [
  { api: 'base', method: 'POST', path: '/apps', entry: 'apps/create', authorization: 'none', table: ['GetItem', 'PutItem'] },
  { api: 'base', method: 'GET', path: '/me', entry: 'apps/me', authorization: 'key', table: ['GetItem'] },

  { api: 'base', method: 'POST', path: '/merchants', entry: 'merchants/create', authorization: 'key', table: ['GetItem', 'PutItem', 'UpdateItem'], unvouched: true },
  { api: 'base', method: 'PUT', path: '/merchants/{merchantId}', entry: 'merchants/update', authorization: 'key', console: true, table: ['Query', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'], unvouched: true },
  { api: 'base', method: 'GET', path: '/identities/{appId}/merchants', entry: 'merchants/list', authorization: 'key', console: true, table: read, index: true },
  { api: 'base', method: 'GET', path: '/merchants/{merchantId}', entry: 'merchants/get', authorization: 'key', console: true, table: read },

  { api: 'base', method: 'POST', path: '/merchants/{merchantId}/users', entry: 'members/invite', authorization: 'key', console: true, table: [...read, 'PutItem', 'UpdateItem', 'ConditionCheckItem'] },
  { api: 'base', method: 'DELETE', path: '/merchants/{merchantId}/users/{userId}', entry: 'members/remove-user', authorization: 'key', console: true, table: [...read, 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'] },
  { api: 'base', method: 'GET', path: '/merchants/{merchantId}/users', entry: 'members/list-users', authorization: 'key', console: true, table: read },

  { api: 'base', method: 'POST', path: '/merchants/{merchantId}/apps', entry: 'members/add-app', authorization: 'key', console: true, table: [...read, 'PutItem', 'UpdateItem', 'ConditionCheckItem'] },
  { api: 'base', method: 'DELETE', path: '/merchants/{merchantId}/apps/{appId}', entry: 'members/remove-app', authorization: 'key', console: true, table: [...read, 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'] },
  { api: 'base', method: 'GET', path: '/merchants/{merchantId}/apps', entry: 'members/list-apps', authorization: 'key', console: true, table: read },

  { api: 'base', method: 'GET', path: '/merchants/{merchantId}/lines', entry: 'lines/list', authorization: 'key', console: true, table: ['GetItem'], index: true },
  { api: 'base', method: 'GET', path: '/lines/{lineId}', entry: 'lines/get', authorization: 'key', console: true, table: ['GetItem'] },

  { api: 'base', method: 'GET', path: '/merchants/{merchantId}/postings', entry: 'postings/list', authorization: 'key', console: true, own: true, table: ['GetItem'], index: true },
  { api: 'base', method: 'GET', path: '/merchants/{merchantId}/payouts', entry: 'payouts/list', authorization: 'key', console: true, own: true, table: ['GetItem'], index: true },
  { api: 'base', method: 'GET', path: '/payouts/{payoutId}', entry: 'payouts/get', authorization: 'key', console: true, own: true, table: ['GetItem'], index: true },

  { api: 'base', method: 'POST', path: '/merchants/{merchantId}/transactions', entry: 'transactions/create', authorization: 'key', table: [...read, 'PutItem', 'UpdateItem', 'DeleteItem'], acquirer: true, unvouched: true, movesMoney: true },
  { api: 'base', method: 'POST', path: '/transactions/{transactionId}/increments', entry: 'transactions/increment', authorization: 'key', console: true, own: true, table: [...read, 'PutItem', 'UpdateItem', 'DeleteItem'], acquirer: true, unvouched: true, movesMoney: true },
  { api: 'base', method: 'POST', path: '/transactions/{transactionId}/captures', entry: 'transactions/capture', authorization: 'key', console: true, table: [...read, 'PutItem', 'UpdateItem', 'DeleteItem'], acquirer: true, unvouched: true, movesMoney: true },
  { api: 'base', method: 'POST', path: '/transactions/{transactionId}/refunds', entry: 'transactions/refund', authorization: 'key', console: true, table: [...read, 'PutItem', 'UpdateItem', 'DeleteItem'], acquirer: true, unvouched: true, movesMoney: true },
  { api: 'base', method: 'POST', path: '/transactions/{transactionId}/voids', entry: 'transactions/void', authorization: 'key', console: true, table: [...read, 'PutItem', 'UpdateItem', 'DeleteItem'], acquirer: true, unvouched: true, movesMoney: true },
  { api: 'base', method: 'GET', path: '/merchants/{merchantId}/transactions', entry: 'transactions/list', authorization: 'key', console: true, table: read, index: true, pending: true },
  { api: 'base', method: 'GET', path: '/transactions/{transactionId}', entry: 'transactions/get', authorization: 'key', console: true, table: read },

  { api: 'base', method: 'POST', path: '/merchants/{merchantId}/cards', entry: 'cards/create', authorization: 'key', table: [...read, 'PutItem', 'UpdateItem', 'ConditionCheckItem'], unvouched: true },
  { api: 'base', method: 'GET', path: '/cards/{cardId}', entry: 'cards/get', authorization: 'key', table: ['GetItem'] },

  { api: 'base', method: 'POST', path: '/merchants/{merchantId}/links', entry: 'links/create', authorization: 'key', console: true, own: true, table: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'], posUrl: true, unvouched: true },
  { api: 'base', method: 'GET', path: '/merchants/{merchantId}/links', entry: 'links/list', authorization: 'key', console: true, own: true, table: ['GetItem'], index: true, posUrl: true },
  { api: 'base', method: 'GET', path: '/links/{linkId}', entry: 'links/get', authorization: 'key', console: true, own: true, table: read, posUrl: true },
  { api: 'base', method: 'GET', path: '/links/{linkId}/qr', entry: 'links/qr', authorization: 'key', console: true, own: true, table: ['GetItem'], posUrl: true },
  { api: 'base', method: 'DELETE', path: '/links/{linkId}', entry: 'links/delete', authorization: 'key', console: true, own: true, table: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'] },

  { api: 'base', method: 'GET', path: '/merchants/{merchantId}/customers/{customer}/cards', entry: 'customers/list-cards', authorization: 'key', console: true, own: true, table: ['GetItem'], index: true },
  { api: 'base', method: 'DELETE', path: '/merchants/{merchantId}/customers/{customer}/cards/{cardId}', entry: 'customers/delete-card', authorization: 'key', console: true, own: true, table: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'] },

  { api: 'pos', method: 'GET', path: '/', entry: 'payment-page/get', authorization: 'none', table: ['GetItem'], acquirerPages: true },
  { api: 'pos', method: 'GET', path: '/l/{linkId}', entry: 'payment-page/get-link', authorization: 'none', table: ['GetItem'], index: true, seal: ['Decrypt'], acquirerPages: true },
  { api: 'pos', method: 'DELETE', path: '/l/{linkId}/cards/{cardId}', entry: 'payment-page/delete-card', authorization: 'none', table: ['GetItem', 'DeleteItem'] },
  { api: 'pos', method: 'GET', path: '/assets/{asset}', entry: 'payment-page/asset', authorization: 'none', table: [] },
  { api: 'pos', method: 'GET', path: '/logos/{key}/{logo}', entry: 'payment-page/logo', authorization: 'none', table: ['GetItem'] },
  { api: 'pos', method: 'GET', path: '/sdk.js', entry: 'payment-page/sdk', authorization: 'none', table: [] },
  { api: 'pos', method: 'GET', path: '/10.js', entry: 'payment-page/sdk-10', authorization: 'none', table: [] },

  { api: 'base', method: 'GET', path: '/disputes', entry: 'disputes/list', authorization: 'key', console: true, table: read, index: true },
  { api: 'base', method: 'GET', path: '/disputes/{disputeId}', entry: 'disputes/get', authorization: 'key', console: true, table: ['GetItem'] },
  { api: 'base', method: 'POST', path: '/disputes/{disputeId}/evidence', entry: 'disputes/submit-evidence', authorization: 'key', console: true, own: true, table: [...read, 'PutItem', 'UpdateItem', 'DeleteItem'], acquirer: true },
  { api: 'base', method: 'GET', path: '/frauds', entry: 'frauds/list', authorization: 'key', console: true, table: read, index: true },
  { api: 'base', method: 'GET', path: '/frauds/{fraudId}', entry: 'frauds/get', authorization: 'key', console: true, table: ['GetItem'] },

  { api: 'base', method: 'POST', path: '/merchants/{merchantId}/webhooks', entry: 'webhooks/create', authorization: 'key', console: true, own: true, table: [...read, 'PutItem', 'UpdateItem', 'ConditionCheckItem'], seal },
  { api: 'base', method: 'GET', path: '/merchants/{merchantId}/webhooks', entry: 'webhooks/list', authorization: 'key', console: true, own: true, table: read },
  { api: 'base', method: 'GET', path: '/merchants/{merchantId}/webhooks/{webhookId}', entry: 'webhooks/get', authorization: 'key', console: true, own: true, table: ['GetItem'] },
  { api: 'base', method: 'PUT', path: '/merchants/{merchantId}/webhooks/{webhookId}', entry: 'webhooks/update', authorization: 'key', console: true, own: true, table: [...read, 'PutItem', 'UpdateItem', 'ConditionCheckItem'] },
  { api: 'base', method: 'DELETE', path: '/merchants/{merchantId}/webhooks/{webhookId}', entry: 'webhooks/delete', authorization: 'key', console: true, own: true, table: [...read, 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'] },
  { api: 'base', method: 'POST', path: '/merchants/{merchantId}/webhooks/{webhookId}/secrets', entry: 'webhooks/add-secret', authorization: 'key', console: true, own: true, table: [...read, 'PutItem', 'UpdateItem', 'ConditionCheckItem'], seal },
  { api: 'base', method: 'DELETE', path: '/merchants/{merchantId}/webhooks/{webhookId}/secrets/{secretId}', entry: 'webhooks/delete-secret', authorization: 'key', console: true, own: true, table: [...read, 'PutItem', 'UpdateItem', 'ConditionCheckItem'] },
  { api: 'base', method: 'POST', path: '/merchants/{merchantId}/webhooks/{webhookId}/tests', entry: 'webhooks/test', authorization: 'key', console: true, own: true, table: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'] },
  { api: 'base', method: 'GET', path: '/merchants/{merchantId}/webhooks/{webhookId}/deliveries', entry: 'deliveries/list', authorization: 'key', console: true, own: true, table: read },
  { api: 'base', method: 'GET', path: '/merchants/{merchantId}/webhooks/{webhookId}/deliveries/{deliveryId}', entry: 'deliveries/get', authorization: 'key', console: true, own: true, table: ['GetItem'] },
  { api: 'base', method: 'POST', path: '/merchants/{merchantId}/webhooks/{webhookId}/deliveries/{deliveryId}/retries', entry: 'deliveries/retry', authorization: 'key', console: true, own: true, table: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'] },
  { api: 'base', method: 'POST', path: '/merchants/{merchantId}/webhooks/{webhookId}/retries', entry: 'deliveries/retry-all', authorization: 'key', console: true, own: true, table: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'] },

  { api: 'pos', method: 'POST', path: '/vault', entry: 'vault/create', authorization: 'none', table: [], seal: ['GenerateDataKey'], paying: true },
  { api: 'pos', method: 'POST', path: '/payments', entry: 'payments/create', authorization: 'none', table: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'], index: true, seal, acquirer: true, unvouched: true, movesMoney: true, paying: true },
  { api: 'pos', method: 'POST', path: '/payments/challenges/{challenge}', entry: 'payments/challenge', authorization: 'none', table: ['GetItem'], seal, paying: true },
  { api: 'pos', method: 'POST', path: '/payments/receipts', entry: 'payments/receipt', authorization: 'none', own: true, table: ['GetItem', 'UpdateItem'] },
  { api: 'pos', method: 'POST', path: '/payments/codes', entry: 'payments/create-code', authorization: 'none', own: true, table: ['GetItem'], seal: ['GenerateDataKey'] },
  { api: 'pos', method: 'GET', path: '/payments/codes/{watch}', entry: 'payments/get-code', authorization: 'none', table: ['GetItem'], seal: ['Decrypt'] },
  { api: 'pos', method: 'POST', path: '/payments/frames/{frame}', entry: 'payments/show-challenge-frame', authorization: 'none', table: [], seal },
  { api: 'pos', method: 'GET', path: '/payments/frames/{frame}', entry: 'payments/return-from-bank', authorization: 'none', table: [], seal },

  ...acquirerNames.map((acquirer) => (
  { api: 'base', method: 'POST', path: `/acquirers/${acquirer}/events`, entry: 'acquirers/events', authorization: 'signature', table: [], acquirer: true, sends: [{ queue: 'AcquirerEvents', variable: 'ACQUIRER_EVENTS_URL' }] } as const)),

  { api: 'base', method: 'GET', path: '/api/helloWorld/{id}', entry: 'hello/get', authorization: 'digest', table: ['GetItem'] },
  { api: 'base', method: 'POST', path: '/api/helloWorld', entry: 'hello/create', authorization: 'digest', table: ['Query', 'PutItem', 'UpdateItem'] },
  { api: 'base', method: 'PUT', path: '/api/helloWorld', entry: 'hello/update', authorization: 'digest', table: ['UpdateItem'] },
  { api: 'base', method: 'DELETE', path: '/api/helloWorld/{id}', entry: 'hello/delete', authorization: 'digest', table: ['DeleteItem'] },
  { api: 'base', method: 'GET', path: '/api/helloWorld', entry: 'hello/list', authorization: 'digest', table: ['Query'] },
  { api: 'base', method: 'GET', path: '/api/about', entry: 'hello/about', authorization: 'digest', table: [] },

  { api: 'base', method: 'GET', path: '/openapi.json', entry: 'docs/openapi', authorization: 'none', table: [], posUrl: true },
  { api: 'base', method: 'GET', path: '/docs', entry: 'docs/page', authorization: 'none', table: [], posUrl: true },
  { api: 'base', method: 'GET', path: '/docs/{page}', entry: 'docs/page', authorization: 'none', table: [], posUrl: true },
] as const satisfies readonly Route[];

/** The routes of the console that have functions of their own. */
// biome-ignore format: a route a line, as above
const consoleTable = [
  { api: 'console', method: 'GET', path: '/', entry: 'console/page', authorization: 'none', table: [], posUrl: true },
  { api: 'console', method: 'GET', path: '/assets/{asset}', entry: 'console/asset', authorization: 'none', table: [] },
  { api: 'console', method: 'GET', path: '/till', entry: 'console/page', authorization: 'none', table: [], posUrl: true, shared: true },
  { api: 'console', method: 'POST', path: '/sign-in', entry: 'console/sign-in', authorization: 'none', own: true, table: ['PutItem', 'UpdateItem'] },
  { api: 'console', method: 'POST', path: '/sign-in/confirm', entry: 'console/confirm', authorization: 'none', own: true, table: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  { api: 'console', method: 'GET', path: '/session', entry: 'console/get-session', authorization: 'session', own: true, table: ['BatchGetItem', 'Query'], index: true },
  { api: 'console', method: 'DELETE', path: '/session', entry: 'console/sign-out', authorization: 'session', own: true, table: ['Query', 'DeleteItem'] },
  { api: 'console', method: 'GET', path: '/sessions', entry: 'console/list-sessions', authorization: 'session', own: true, table: ['Query'] },
  { api: 'console', method: 'DELETE', path: '/sessions', entry: 'console/end-sessions', authorization: 'session', own: true, table: ['Query', 'DeleteItem'] },
  { api: 'console', method: 'DELETE', path: '/sessions/{sessionId}', entry: 'console/end-session', authorization: 'session', own: true, table: ['Query', 'DeleteItem'] },
  { api: 'console', method: 'POST', path: '/passkeys/challenges', entry: 'console/make-challenge', authorization: 'none', own: true, table: ['PutItem', 'UpdateItem'] },
  { api: 'console', method: 'POST', path: '/passkeys', entry: 'console/add-passkey', authorization: 'session', own: true, table: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem'], index: true },
  { api: 'console', method: 'DELETE', path: '/passkeys/{passkeyId}', entry: 'console/remove-passkey', authorization: 'session', own: true, table: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem'], index: true },
  { api: 'console', method: 'POST', path: '/session/proof', entry: 'console/prove', authorization: 'session', own: true, table: [...read, 'UpdateItem', 'DeleteItem'] },
  { api: 'console', method: 'POST', path: '/sign-in/passkey', entry: 'console/sign-in-passkey', authorization: 'none', own: true, table: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },

  { api: 'console', method: 'POST', path: '/till/session', entry: 'console/till', authorization: 'none', own: true, table: [...read, 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'], index: true },
  { api: 'console', method: 'GET', path: '/till/session', entry: 'console/till', authorization: 'session', own: true, table: [], shared: true },
  { api: 'console', method: 'DELETE', path: '/till/session', entry: 'console/till', authorization: 'session', own: true, table: [], shared: true },
  { api: 'console', method: 'GET', path: '/till/day', entry: 'console/till', authorization: 'session', own: true, table: [], shared: true },
  { api: 'console', method: 'POST', path: '/api/merchants/{merchantId}/tills', entry: 'console/tills', authorization: 'session', own: true, table: [...read, 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'] },
  { api: 'console', method: 'GET', path: '/api/merchants/{merchantId}/tills', entry: 'console/tills', authorization: 'session', own: true, table: [], shared: true },
  { api: 'console', method: 'DELETE', path: '/api/merchants/{merchantId}/tills/{tillId}', entry: 'console/tills', authorization: 'session', own: true, table: [], shared: true },
  { api: 'console', method: 'GET', path: '/api/merchants/{merchantId}/templates', entry: 'console/tills', authorization: 'session', own: true, table: [], shared: true },
  { api: 'console', method: 'PUT', path: '/api/merchants/{merchantId}/templates', entry: 'console/tills', authorization: 'session', own: true, table: [], shared: true },
  { api: 'console', method: 'DELETE', path: '/api/merchants/{merchantId}/templates/{templateId}', entry: 'console/tills', authorization: 'session', own: true, table: [], shared: true },

  { api: 'console', method: 'GET', path: '/api/merchants/{merchantId}/overview', entry: 'console/overview', authorization: 'session', own: true, table: ['GetItem', 'BatchGetItem', 'PutItem'], index: true },
  { api: 'console', method: 'GET', path: '/api/merchants/{merchantId}/search', entry: 'console/search', authorization: 'session', own: true, table: read, index: true, pending: true },
  { api: 'console', method: 'GET', path: '/api/merchants/{merchantId}/audit', entry: 'console/history', authorization: 'session', own: true, table: read },
  { api: 'console', method: 'GET', path: '/api/transactions/{transactionId}/mails', entry: 'console/history', authorization: 'session', own: true, table: [], shared: true },
  { api: 'console', method: 'PUT', path: '/api/merchants/{merchantId}/users/{userId}', entry: 'console/change-member', authorization: 'session', own: true, table: [...read, 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'] },
  { api: 'console', method: 'PUT', path: '/api/merchants/{merchantId}/notifications', entry: 'console/change-member', authorization: 'session', own: true, table: [], shared: true },
  { api: 'console', method: 'POST', path: '/api/merchants/{merchantId}/apps/keys', entry: 'console/make-key', authorization: 'session', own: true, table: [...read, 'PutItem', 'UpdateItem', 'ConditionCheckItem'] },
  { api: 'console', method: 'DELETE', path: '/api/merchants/{merchantId}/membership', entry: 'console/change-member', authorization: 'session', own: true, table: [], shared: true },
] as const satisfies readonly Route[];

/** The routes of the public APIs, which the OpenAPI document describes. */
export const routes: readonly PublicRoute[] = table;

/** The console's own routes. */
export const consoleRoutes: readonly Route[] = consoleTable;

/** The routes that have a function of their own: those of the public APIs, and the console's. */
export const functionRoutes: readonly Route[] = [...table, ...consoleRoutes.filter(({ shared }) => !shared)];

/** The routes of the merchants' API, as the console serves them: below `/api`, behind a session. */
const apiRoutes: readonly Route[] = routes
  .filter((route) => route.console)
  .map((route) => ({ ...route, api: 'console', path: `/api${route.path}`, authorization: 'session' }));

/** All routes that an API serves. */
export const routesOf = (api: Route['api']): Route[] =>
  [...table, ...consoleRoutes, ...apiRoutes].filter((route) => route.api === api);

/** The routes as text, `POST /apps`. A type can require an entry for each of them. */
export type RouteName = NameOf<(typeof table)[number]>;

/** The console's own routes as text. */
export type ConsoleRouteName = NameOf<(typeof consoleTable)[number]>;

type NameOf<R extends Route> = R extends Route ? `${R['method']} ${R['path']}` : never;
