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
   */
  api: 'base' | 'pos';
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** Entry file below `functions/`, without its extension. */
  entry: string;
  /**
   * The authorization that the route requires: none, an app's API key, the password of `/api` (Basic or Digest), or a
   * signature that the function verifies.
   */
  authorization: 'none' | 'key' | 'digest' | 'signature';
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
   * The actions with the vault's key: the function seals tokens with `GenerateDataKey` and opens them with `Decrypt`.
   */
  seal?: readonly SealAction[];
  /** The function gets the address of the customer's API. */
  posUrl?: true;
  /** The function may read the keys of the acquirer, and its time limit is long enough to ask the acquirer. */
  acquirer?: true;
  /** The function makes a page that may embed pages of the acquirer. */
  acquirerPages?: true;
  /** The function writes data of test merchants whose apps nobody vouches for, within the stage's limits. */
  unvouched?: true;
  /** The queues that the function sends messages to, and the variables that hold their addresses. */
  sends?: Sends;
}

const read = ['GetItem', 'Query'] as const;
const seal = ['GenerateDataKey', 'Decrypt'] as const;

/** Every route of the product, in the order of the specification. */
// biome-ignore format: a route a line, as in the specification's tables
const table = [
  { api: 'base', method: 'POST', path: '/apps', entry: 'apps/create', authorization: 'none', table: ['GetItem', 'PutItem'] },
  { api: 'base', method: 'GET', path: '/me', entry: 'apps/me', authorization: 'key', table: ['GetItem'] },

  { api: 'base', method: 'POST', path: '/merchants', entry: 'merchants/create', authorization: 'key', table: ['GetItem', 'PutItem', 'UpdateItem'], unvouched: true },
  { api: 'base', method: 'PUT', path: '/merchants/{merchantId}', entry: 'merchants/update', authorization: 'key', table: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'] },
  { api: 'base', method: 'GET', path: '/identities/{appId}/merchants', entry: 'merchants/list', authorization: 'key', table: read, index: true },
  { api: 'base', method: 'GET', path: '/merchants/{merchantId}', entry: 'merchants/get', authorization: 'key', table: read },

  { api: 'base', method: 'POST', path: '/merchants/{merchantId}/users', entry: 'members/invite', authorization: 'key', table: ['GetItem', 'PutItem', 'ConditionCheckItem'] },
  { api: 'base', method: 'DELETE', path: '/merchants/{merchantId}/users/{userId}', entry: 'members/remove-user', authorization: 'key', table: ['GetItem', 'DeleteItem', 'ConditionCheckItem'] },
  { api: 'base', method: 'GET', path: '/merchants/{merchantId}/users', entry: 'members/list-users', authorization: 'key', table: read },

  { api: 'base', method: 'POST', path: '/merchants/{merchantId}/apps', entry: 'members/add-app', authorization: 'key', table: ['GetItem', 'PutItem', 'ConditionCheckItem'] },
  { api: 'base', method: 'DELETE', path: '/merchants/{merchantId}/apps/{appId}', entry: 'members/remove-app', authorization: 'key', table: ['GetItem', 'DeleteItem', 'ConditionCheckItem'] },
  { api: 'base', method: 'GET', path: '/merchants/{merchantId}/apps', entry: 'members/list-apps', authorization: 'key', table: read },

  { api: 'base', method: 'GET', path: '/merchants/{merchantId}/lines', entry: 'lines/list', authorization: 'key', table: ['GetItem'], index: true },
  { api: 'base', method: 'GET', path: '/lines/{lineId}', entry: 'lines/get', authorization: 'key', table: ['GetItem'] },

  { api: 'base', method: 'GET', path: '/merchants/{merchantId}/postings', entry: 'postings/list', authorization: 'key', own: true, table: ['GetItem'], index: true },
  { api: 'base', method: 'GET', path: '/merchants/{merchantId}/payouts', entry: 'payouts/list', authorization: 'key', own: true, table: ['GetItem'], index: true },
  { api: 'base', method: 'GET', path: '/payouts/{payoutId}', entry: 'payouts/get', authorization: 'key', own: true, table: ['GetItem'], index: true },

  { api: 'base', method: 'POST', path: '/merchants/{merchantId}/transactions', entry: 'transactions/create', authorization: 'key', table: [...read, 'PutItem', 'UpdateItem', 'DeleteItem'], acquirer: true, unvouched: true },
  { api: 'base', method: 'POST', path: '/transactions/{transactionId}/increments', entry: 'transactions/increment', authorization: 'key', own: true, table: [...read, 'PutItem', 'UpdateItem', 'DeleteItem'], acquirer: true, unvouched: true },
  { api: 'base', method: 'POST', path: '/transactions/{transactionId}/captures', entry: 'transactions/capture', authorization: 'key', table: [...read, 'PutItem', 'UpdateItem', 'DeleteItem'], acquirer: true, unvouched: true },
  { api: 'base', method: 'POST', path: '/transactions/{transactionId}/refunds', entry: 'transactions/refund', authorization: 'key', table: [...read, 'PutItem', 'UpdateItem', 'DeleteItem'], acquirer: true, unvouched: true },
  { api: 'base', method: 'POST', path: '/transactions/{transactionId}/voids', entry: 'transactions/void', authorization: 'key', table: [...read, 'PutItem', 'UpdateItem', 'DeleteItem'], acquirer: true, unvouched: true },
  { api: 'base', method: 'GET', path: '/merchants/{merchantId}/transactions', entry: 'transactions/list', authorization: 'key', table: read, index: true, pending: true },
  { api: 'base', method: 'GET', path: '/transactions/{transactionId}', entry: 'transactions/get', authorization: 'key', table: read },

  { api: 'base', method: 'POST', path: '/merchants/{merchantId}/cards', entry: 'cards/create', authorization: 'key', table: [...read, 'PutItem', 'UpdateItem', 'ConditionCheckItem'], unvouched: true },
  { api: 'base', method: 'GET', path: '/cards/{cardId}', entry: 'cards/get', authorization: 'key', table: ['GetItem'] },

  { api: 'base', method: 'POST', path: '/merchants/{merchantId}/links', entry: 'links/create', authorization: 'key', own: true, table: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'], posUrl: true, unvouched: true },
  { api: 'base', method: 'GET', path: '/merchants/{merchantId}/links', entry: 'links/list', authorization: 'key', own: true, table: ['GetItem'], index: true, posUrl: true },
  { api: 'base', method: 'GET', path: '/links/{linkId}', entry: 'links/get', authorization: 'key', own: true, table: read, posUrl: true },
  { api: 'base', method: 'GET', path: '/links/{linkId}/qr', entry: 'links/qr', authorization: 'key', own: true, table: ['GetItem'], posUrl: true },
  { api: 'base', method: 'DELETE', path: '/links/{linkId}', entry: 'links/delete', authorization: 'key', own: true, table: ['GetItem', 'UpdateItem', 'ConditionCheckItem'] },

  { api: 'base', method: 'GET', path: '/merchants/{merchantId}/customers/{customer}/cards', entry: 'customers/list-cards', authorization: 'key', own: true, table: ['GetItem'], index: true },
  { api: 'base', method: 'DELETE', path: '/merchants/{merchantId}/customers/{customer}/cards/{cardId}', entry: 'customers/delete-card', authorization: 'key', own: true, table: ['GetItem', 'DeleteItem', 'ConditionCheckItem'] },

  { api: 'pos', method: 'GET', path: '/', entry: 'payment-page/get', authorization: 'none', table: ['GetItem'], acquirerPages: true },
  { api: 'pos', method: 'GET', path: '/l/{linkId}', entry: 'payment-page/get-link', authorization: 'none', table: ['GetItem'], index: true, seal: ['Decrypt'], acquirerPages: true },
  { api: 'pos', method: 'DELETE', path: '/l/{linkId}/cards/{cardId}', entry: 'payment-page/delete-card', authorization: 'none', table: ['GetItem', 'DeleteItem'] },
  { api: 'pos', method: 'GET', path: '/assets/{asset}', entry: 'payment-page/asset', authorization: 'none', table: [] },
  { api: 'pos', method: 'GET', path: '/logos/{key}/{logo}', entry: 'payment-page/logo', authorization: 'none', table: ['GetItem'] },
  { api: 'pos', method: 'GET', path: '/sdk.js', entry: 'payment-page/sdk', authorization: 'none', table: [] },
  { api: 'pos', method: 'GET', path: '/10.js', entry: 'payment-page/sdk-10', authorization: 'none', table: [] },

  { api: 'base', method: 'GET', path: '/disputes', entry: 'disputes/list', authorization: 'key', table: read, index: true },
  { api: 'base', method: 'GET', path: '/disputes/{disputeId}', entry: 'disputes/get', authorization: 'key', table: ['GetItem'] },
  { api: 'base', method: 'GET', path: '/frauds', entry: 'frauds/list', authorization: 'key', table: read, index: true },
  { api: 'base', method: 'GET', path: '/frauds/{fraudId}', entry: 'frauds/get', authorization: 'key', table: ['GetItem'] },

  { api: 'base', method: 'POST', path: '/merchants/{merchantId}/webhooks', entry: 'webhooks/create', authorization: 'key', own: true, table: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'], seal },
  { api: 'base', method: 'GET', path: '/merchants/{merchantId}/webhooks', entry: 'webhooks/list', authorization: 'key', own: true, table: read },
  { api: 'base', method: 'GET', path: '/merchants/{merchantId}/webhooks/{webhookId}', entry: 'webhooks/get', authorization: 'key', own: true, table: ['GetItem'] },
  { api: 'base', method: 'PUT', path: '/merchants/{merchantId}/webhooks/{webhookId}', entry: 'webhooks/update', authorization: 'key', own: true, table: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'] },
  { api: 'base', method: 'DELETE', path: '/merchants/{merchantId}/webhooks/{webhookId}', entry: 'webhooks/delete', authorization: 'key', own: true, table: ['GetItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'] },
  { api: 'base', method: 'POST', path: '/merchants/{merchantId}/webhooks/{webhookId}/secrets', entry: 'webhooks/add-secret', authorization: 'key', own: true, table: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'], seal },
  { api: 'base', method: 'DELETE', path: '/merchants/{merchantId}/webhooks/{webhookId}/secrets/{secretId}', entry: 'webhooks/delete-secret', authorization: 'key', own: true, table: ['GetItem', 'UpdateItem', 'ConditionCheckItem'] },
  { api: 'base', method: 'POST', path: '/merchants/{merchantId}/webhooks/{webhookId}/tests', entry: 'webhooks/test', authorization: 'key', own: true, table: ['GetItem', 'PutItem', 'ConditionCheckItem'] },
  { api: 'base', method: 'GET', path: '/merchants/{merchantId}/webhooks/{webhookId}/deliveries', entry: 'deliveries/list', authorization: 'key', own: true, table: read },
  { api: 'base', method: 'GET', path: '/merchants/{merchantId}/webhooks/{webhookId}/deliveries/{deliveryId}', entry: 'deliveries/get', authorization: 'key', own: true, table: ['GetItem'] },
  { api: 'base', method: 'POST', path: '/merchants/{merchantId}/webhooks/{webhookId}/deliveries/{deliveryId}/retries', entry: 'deliveries/retry', authorization: 'key', own: true, table: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'] },
  { api: 'base', method: 'POST', path: '/merchants/{merchantId}/webhooks/{webhookId}/retries', entry: 'deliveries/retry-all', authorization: 'key', own: true, table: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'] },

  { api: 'pos', method: 'POST', path: '/vault', entry: 'vault/create', authorization: 'none', table: [], seal: ['GenerateDataKey'] },
  { api: 'pos', method: 'POST', path: '/payments', entry: 'payments/create', authorization: 'none', table: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'], index: true, seal, acquirer: true, unvouched: true },
  { api: 'pos', method: 'POST', path: '/payments/challenges/{challenge}', entry: 'payments/challenge', authorization: 'none', table: ['GetItem'], seal },
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
  { api: 'base', method: 'GET', path: '/docs/{asset}', entry: 'docs/asset', authorization: 'none', table: [] },
] as const satisfies readonly Route[];

export const routes: readonly Route[] = table;

export const routesOf = (api: Route['api']): Route[] => routes.filter((route) => route.api === api);

/** The routes as text, `POST /apps`. A type can require an entry for each of them. */
export type RouteName = NameOf<(typeof table)[number]>;

type NameOf<R extends Route> = R extends Route ? `${R['method']} ${R['path']}` : never;
