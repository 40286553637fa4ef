/** A test file, and the Jest configuration that runs it. */
export interface TestFile {
  config: 'unit' | 'contract' | 'api' | 'slow' | 'stripe' | 'browser';
  path: string;
}

/** A part of the code, with the tests that should notice a bug in this part, the quickest first. */
export interface Target {
  /** Matches paths from the root of the repository. */
  files: RegExp;
  /** Test files, by the start of their path below `test/<config>/`. */
  tests: { config: TestFile['config']; files: readonly string[] }[];
}

/** The tests of the adapter to Stripe, below `test/stripe/`. */
const adapterToStripe = ['authorizations', 'movements'];

export const targets: Record<string, Target> = {
  domain: {
    files: /^functions\/core\/(domain\/(?!webhooks\/)|basics\/)/,
    tests: [
      {
        config: 'unit',
        files: ['basics', 'domain', 'usecases', 'console', 'mail', 'shipped-values'],
      },
      {
        config: 'api',
        files: [
          'payment',
          'http/lists',
          'live',
          'members',
          'disputes',
          'evidence',
          'cards/recurring',
          'currencies',
          'http/dates',
          'capture-with',
          'till-codes',
          'cards',
          'customer',
          'branding',
          'logo',
          'http/validation',
          'http/free-form',
          'refund-reasons',
          'statements',
          'http/user-info-urls',
          'console',
        ],
      },
      { config: 'stripe', files: [...adapterToStripe, 'application-fees', 'events'] },
      {
        config: 'slow',
        files: ['ledger', 'payouts', 'receipts', 'notices', 'mail-quotas', 'live/', 'unvouched'],
      },
    ],
  },
  store: {
    files: /^functions\/core\/(store|idempotency)\/(?!webhooks\/|\w+\/(operations|acquirer))/,
    tests: [
      { config: 'unit', files: ['domain', 'store', 'usecases', 'shipped-values'] },
      {
        config: 'api',
        files: [
          'payment',
          'http/lists',
          'http/pages',
          'pending',
          'members',
          'idempotency',
          'races',
          'links/manage',
          'links/page',
          'till-codes',
          'hello',
          'disputes',
          'cards',
          'customer',
          'console',
          'evidence',
          'logo',
        ],
      },
      {
        config: 'slow',
        files: [
          'ledger',
          'cost',
          'trail-cost',
          'alone/busy-merchant',
          'mail-quotas',
          'notices',
          'unvouched',
          'receipts',
          'alone/conflicts',
          'alone/webhook-resends',
          'dashboard',
          'live/payouts',
        ],
      },
    ],
  },
  usecases: {
    files: /^functions\/core\/usecases\/(?!acquirer-|reconciliation\/|webhooks\/)/,
    tests: [
      { config: 'unit', files: ['domain', 'usecases', 'shipped-values'] },
      {
        config: 'api',
        files: [
          'payment',
          'members',
          'disputes',
          'cards/recurring',
          'capture-with',
          'invitations',
          'till-codes',
          'links/payments',
          'cards',
          'customer',
          'http/wire',
          'paid-once',
          'races',
          'idempotency',
          'rivals',
          'strangers',
          'access',
          'statements',
          'console',
          'evidence',
        ],
      },
      {
        config: 'slow',
        files: [
          'ledger',
          'payouts',
          'mail-quotas',
          'receipts',
          'notices',
          'unvouched',
          'live/mode',
          'live/payouts',
          'dashboard',
          'reconcile',
          'live/events',
        ],
      },
    ],
  },
  acquirer: {
    files:
      /^functions\/core\/(acquirer\/|usecases\/(acquirer-|reconciliation\/)|store\/\w+\/(operations|acquirer))/,
    tests: [
      { config: 'unit', files: ['acquirer', 'usecases', 'store', 'domain', 'aws', 'shipped-values'] },
      { config: 'contract', files: ['stripe'] },
      {
        config: 'api',
        files: [
          'live',
          'links/live',
          'till-codes-live',
          'links/expired-live',
          'customer',
          'disputes',
          'evidence',
        ],
      },
      {
        config: 'stripe',
        files: [...adapterToStripe, 'application-fees', 'events', 'rotation', 'setup'],
      },
      {
        config: 'slow',
        files: [
          'live/events',
          'live/operations',
          'live/capture',
          'live/copies',
          'live/disabled',
          'live/features',
          'live/fees',
          'live/late-news',
          'live/mode',
          'live/outage',
          'live/payouts',
          'live/saved-cards',
          'live/second-failures',
          'live/cuts',
          'second-acquirer',
          'dashboard',
          'reconcile',
        ],
      },
    ],
  },
  webhooks: {
    files:
      /^functions\/(core\/(webhooks\/|usecases\/webhooks\/|presenters\/(webhook|delivery)|store\/webhooks\/|domain\/webhooks\/)|webhooks\/|deliveries\/)/,
    tests: [
      {
        config: 'unit',
        files: ['webhooks', 'usecases', 'domain', 'store/webhooks', 'jobs/publish', 'shipped-values'],
      },
      { config: 'api', files: ['webhooks', 'rivals', 'strangers'] },
      {
        config: 'slow',
        files: [
          'webhook-challenge',
          'webhook-days',
          'alone/webhook-lanes',
          'alone/webhook-resends',
          'alone/receivers',
          'unvouched',
          'live/disabled',
        ],
      },
    ],
  },
  edge: {
    files:
      /^functions\/(core\/(http|http-auth|presenters|vault|jobs)\/(?!webhook|delivery)|(?!core\/|webhooks\/|deliveries\/)[\w-]+\/(?!client\/))/,
    tests: [
      {
        config: 'unit',
        files: [
          'http',
          'presenters',
          'vault',
          'jobs',
          'payment-page',
          'challenges',
          'routes',
          'openapi',
          'usecases',
          'shipped-values',
        ],
      },
      // Every route of the API, and every refusal, may be answered wrongly here.
      { config: 'api', files: [''] },
      { config: 'stripe', files: [...adapterToStripe, 'events'] },
      {
        config: 'slow',
        files: [
          'console-limits',
          'hello-failures',
          'large-pages',
          'metrics',
          'page-cost',
          'stream-',
          'secrecy',
          'unvouched',
        ],
      },
      { config: 'browser', files: ['payment', 'links', 'till', 'branding', 'bad-link', 'saved-cards'] },
    ],
  },
  page: {
    files: /^functions\/payment-page\/client\/.*\.ts$/,
    tests: [
      { config: 'unit', files: ['payment-page', 'shipped-values'] },
      {
        config: 'browser',
        files: [
          'payment',
          'amount',
          'challenges',
          'inline',
          'embedding',
          'saved-cards',
          'payer',
          'offline',
          'links',
          'till',
          'receipts',
          'language',
          'plugins',
          'live',
          'unattended',
          'cancel',
          'appearance',
        ],
      },
    ],
  },
  console: {
    files: /^functions\/console\/client\/.*\.tsx?$/,
    tests: [
      { config: 'unit', files: ['console'] },
      { config: 'browser', files: ['console'] },
    ],
  },
};
