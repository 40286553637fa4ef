import type { requests } from '../index.ts';

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

export const read = ['GetItem', 'Query'] as const;
export const seal = ['GenerateDataKey', 'Decrypt'] as const;

/** The part of a row that the stack needs: the route's address and authorization, and the rights of its function. */
export interface RouteFacts {
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
  /** The function gets the address of the checkout API. */
  posUrl?: true;
  /** The function may read the keys of the acquirer, and its time limit is long enough to ask the acquirer. */
  acquirer?: true;
  /** The function makes a page that may embed pages of the acquirer. */
  acquirerPages?: true;
  /**
   * Each call counts against a budget of a day if an app that nobody vouches for can cause it
   * (`functions/core/store/merchants/unvouched-writes.ts`). The function gets the stage's limits.
   */
  unvouched?: true;
  /** Honest clients seldom call the open route, so that it has a low limit of requests. */
  rare?: true;
  /** The function limits declined payments on stages with the setting `declineLimits`. */
  limitsDeclines?: true;
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
  sends?: readonly { queue: string; variable: string }[];
  /**
   * An earlier route of the same API and entry has already made the function, with the rights of all these routes.
   */
  shared?: true;
}

/**
 * The users who may call a route in the console, and the roles of apps that may call it: the name of a group in `functions/core/domain/merchants/roles.ts`.
 * `self` is for routes that concern a user alone, and no merchant.
 */
export type RoleGroup =
  | 'everybody'
  | 'everybodyAndCashiers'
  | 'movers'
  | 'cashiers'
  | 'voiders'
  | 'refunders'
  | 'bookkeepers'
  | 'owners'
  | 'tills'
  | 'self';

/** The users who may read in the console. */
interface Reading {
  roles: RoleGroup;
}

/** The users who may make a change in the console, whether they confirm it, and its words in the audit log. */
interface Change {
  roles: Exclude<RoleGroup, 'tills' | 'self'>;
  /**
   * Whether the user must confirm their identity first, for example with a passkey. So a stolen cookie gives no lasting
   * access, and cannot send events to a stranger.
   */
  stepUp: boolean;
  /** The name of the words in the audit log: a key of `audit.actions` in the console's texts. */
  audit: string;
}

/** A change of a till's session, or of a user's own sessions and passkeys. Its handler asks for a step-up if it needs one. */
interface OwnChange {
  roles: 'tills' | 'self';
  audit?: string;
}

/**
 * `console`: who may call the route in the console, which serves the routes of the merchants' API below `/api`
 * (docs/adr/0041-the-console-is-a-third-api.md).
 */
type Guarded =
  | { method: 'GET'; console: Reading }
  | { method: 'POST' | 'PUT' | 'DELETE'; console: Change | OwnChange };

/** A route that only apps may call. `apps`: the roles of apps that may call it; `self` if it concerns no merchant. */
interface ForApps {
  console: false;
  apps: RoleGroup;
}

/** The objects that a sample can name: a payment of the merchant, and the app that calls. */
type SampleIds = Readonly<Record<'transactionId' | 'ownerId', string>>;

/**
 * The body of a request that succeeds. Tests call the route with it: as the owner, as other merchants, with each role, and
 * to measure its cost.
 */
export type Sample = (ids: SampleIds) => object;

/** The row of a route of the public APIs: all that is true of it. It stands beside the route's handler. */
export type PublicRow = RouteFacts &
  Operation & {
    api: 'base' | 'pos';
    /** The verb of `packages/florin`. `none`: the route is for browsers, the acquirer or readers of the documentation. */
    verb: Verb | 'none';
    /** The tests of the route below `test/`, without their ending, the main one first. */
    tests: readonly [string, ...string[]];
  } & (
    | ({ authorization: 'key' } & (Guarded | ForApps) &
        ({ body?: never; sample?: never } | { body: Body; sample: Sample }))
    | { authorization: 'none' | 'digest' | 'signature'; console?: never; sample?: never }
  );

/** The row of one of the console's own routes. */
export type ConsoleRow = RouteFacts & {
  api: 'console';
  /** The route lists pages, and requires `limit`. */
  list?: true;
  sample?: Sample;
  tests: readonly [string, ...string[]];
} & (({ authorization: 'session' } & Guarded) | { authorization: 'none'; console?: never });

/** A verb of `packages/florin`, and the client that has it. */
export interface Verb {
  /** `merchant` is for merchants' servers, `customer` for browsers and apps, `hello` for the hello-world service. */
  client: 'merchant' | 'customer' | 'hello';
  /** The resource and the verb: `transactions.capture`. */
  name: `${string}.${string}`;
  /** The field of the answer that the verb returns. Without it the verb returns the whole answer. */
  gives?: string;
  /** The `POST` has no idempotency key, but a repeat of it has no further effect. */
  repeatable?: true;
}

/** A JSON Schema of version 2020-12. */
export type Schema = object;

export type Tag =
  | 'Apps'
  | 'Merchants'
  | 'Members'
  | 'Lines'
  | 'Transactions'
  | 'Cards'
  | 'Disputes and fraud alerts'
  | 'Payment links'
  | 'Webhooks'
  | 'Checkout API'
  | 'Acquirers'
  | 'Payment page'
  | 'Hello-world'
  | 'Documentation';

/** The documentation of a route. */
export interface Operation {
  tag: Tag;
  summary: string;
  /** In Markdown. */
  description: string;
  deprecated?: true;
  /** The operation's own parameters, in addition to those of the path and those of every route of its kind. */
  parameters?: readonly Parameter[];
  body?: Body;
  /** The operation's own answers, by status. `lib/openapi/describe.ts` adds those of every route of its kind. */
  answers: Readonly<Record<number, Answer>>;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description: string;
  schema: Schema;
  example?: unknown;
}

export interface Body {
  /** The name of a schema in `schemas/index.ts`, or a schema that only this form has. */
  schema: keyof typeof requests | Schema;
  /** The kind of body: `api` is JSON or a form, `document` is JSON or XML, `json` and `form` are one of them only. */
  as: 'api' | 'json' | 'document' | 'form';
  description?: string;
}

export interface Answer {
  description: string;
  headers?: Readonly<Record<string, Header>>;
  /** The schemas by media type; absent for an answer without a body. */
  content?: Readonly<Record<string, Schema>>;
}

export interface Header {
  description: string;
  schema: Schema;
}
