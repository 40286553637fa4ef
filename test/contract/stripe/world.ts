import { acquirer, capabilities, readEvent, setup } from '../../../functions/core/acquirer/stripe/stripe.ts';
import { connect, testKey } from '../../stripe/orders.ts';
import { methodRules } from '../../stripe/stand-in/method-rules.ts';
import { type StandIn, startStandIn } from '../../stripe/stand-in/start.ts';
import { signatureOf } from '../../stripe/stand-in/webhooks.ts';
import type { Answer, Request, Step, World } from '../world.ts';

const secret = ['whsec', 'contract'].join('_');

const steps: [RegExp, Step][] = [
  [/^POST .*_intents\/\w+\/confirm$/, 'authorize'],
  [/^POST .*\/increment_authorization$/, 'increment'],
  [/^POST .*\/capture$/, 'capture'],
  [/^POST .*\/refunds$/, 'refund'],
  [/^POST .*(\/disputes\/|\/files$)/, 'evidence'],
  [/^POST .*(webhook_endpoints)/, 'setup'],
  [/^POST /, 'prepare'],
  [/^GET .*(_intents|\/refunds)/, 'find'],
  [/^GET .*\/(balance|balance_transactions|payouts)\b/, 'books'],
  [/^GET .*\/(disputes|radar)\b/, 'disputes'],
  [/^GET /, 'setup'],
];

/** Stripe cancels a payment for a void as well as for an authorization that was given up, whose money a refund returns. */
const stepOf = ({ method, path, body }: Request): Step | undefined => {
  if (path.endsWith('/cancel')) return body.includes('abandoned') ? 'abandon' : 'void';
  if (method === 'POST' && path.endsWith('/refunds') && !body.includes('metadata')) return 'abandon';
  return steps.find(([pattern]) => pattern.test(`${method} ${path}`))?.[1];
};

const error = (status: number, given: object): Answer => ({
  status,
  body: JSON.stringify({ error: { type: 'invalid_request_error', ...given } }),
});

const active = Object.fromEntries(Object.keys(methodRules).map((type) => [type, 'active' as const]));

const sum = (amounts: Record<string, number>) => Object.values(amounts).reduce((all, one) => all + one, 0);

/** Stripe for tests: the stand-in, whose requests and events the suite names by their purpose. */
export async function startStripe(): Promise<World> {
  let ahead = 0;
  const standIn: StandIn = await startStandIn({
    ...{ apiKey: testKey, now: () => Date.now() + ahead },
    settings: { increments: true, methods: active },
  });
  let accounts = 0;
  return {
    ...{ name: 'stripe', acquirer, capabilities, setup, readEvent, url: standIn.url, stepOf },
    connect(url) {
      connect(url);
      process.env.STRIPE_CREDENTIALS = JSON.stringify({ apiKey: testKey, webhookSecrets: [secret] });
    },
    account: () => `acct_${++accounts}`,
    accountOf: ({ headers }) => headers['stripe-account'] ?? 'the platform’s own',
    answers: {
      conflict: error(409, { type: 'idempotency_error' }),
      throttled: error(429, { code: 'rate_limit' }),
      failed: error(500, { type: 'api_error' }),
      denied: error(401, {}),
      forbidden: error(403, { code: 'more_permissions_required' }),
    },
    decline: (code, { path }) =>
      error(402, {
        ...{ type: 'card_error', code: 'card_declined', decline_code: code },
        payment_intent: { id: path.split('/')[3] },
      }),
    // https://docs.stripe.com/api/idempotent_requests
    repeats: {
      keyOf: ({ headers }) => headers['idempotency-key'],
      mark: { 'idempotent-replayed': 'true' },
    },
    books(account) {
      const { charges, capturable, captured, refunded, entries } = standIn.books(account);
      return {
        payments: charges.length,
        ...{ held: sum(capturable), captured: sum(captured), refunded: sum(refunded) },
        entries: entries.map(({ id, net }) => ({ reference: id, net })),
      };
    },
    longBooks: {
      // https://docs.stripe.com/api/pagination
      page({ query }, count) {
        const asked = new URLSearchParams(query);
        const after = /^txn_(\d+)$/.exec(asked.get('starting_after') ?? '')?.[1];
        const start = after === undefined ? 0 : Number(after) + 1;
        const end = Math.min(start + Number(asked.get('limit') ?? 10), count);
        const data = Array.from({ length: end - start }, (_, index) => ({
          ...{ id: `txn_${start + index}`, object: 'balance_transaction', type: 'adjustment', source: null },
          ...{ amount: 1, net: 1, fee: 0, fee_details: [], currency: 'eur', exchange_rate: null },
          ...{ created: 1_700_000_000, available_on: 1_700_000_000, description: null },
        }));
        return { status: 200, body: JSON.stringify({ object: 'list', data, has_more: end < count }) };
      },
      reference: (entry) => `txn_${entry}`,
      cursor: (entries) => `txn_${entries - 1}`,
    },
    async answerBank(url, passes) {
      const body = new URLSearchParams({ passed: passes ? 'yes' : 'no' });
      await fetch(url, { method: 'POST', body, redirect: 'manual' });
    },
    answerCustomer(account, payment, answer) {
      standIn.endActions(account);
      const status = standIn.books(account).intents.find(({ id }) => id === payment)?.status;
      if (status === 'processing') {
        if (answer === 'wait') return false;
        standIn.answerProcessing(payment, answer === 'approve', account);
      } else if (status === 'requires_action')
        standIn.answerMethod(payment, answer === 'wait' ? 'process' : answer, account);
      else return false;
      return true;
    },
    dashboard: {
      capture: (account, payment, amount) => standIn.capture(payment, amount, account, { final: false }),
      book: (account, type, amount) => void standIn.book({ type, amount }, account),
      dispute: (account, payment, status = 'needs_response') => standIn.dispute(payment, { status }, account),
      adjustDispute: (account, dispute, amount) => standIn.adjustDispute(dispute, amount, account),
      appeal: (account, dispute) => standIn.appealDispute(dispute, account),
      grant(rights) {
        standIn.rights = rights;
      },
      delayRefunds(account) {
        standIn.settings(account).refunds = 'requires_action';
      },
      endRefund(account, approves) {
        const id = standIn.books(account).refunds.at(-1)?.id ?? '';
        standIn.endRefund(id, approves ? 'succeeded' : 'failed', account);
      },
    },
    reports: (account) =>
      standIn.events.filter((event) => event.account === account).map((event) => sign(JSON.stringify(event))),
    sign,
    ahead(milliseconds) {
      ahead = milliseconds;
    },
    close: () => standIn.close(),
  };
}

const sign: World['sign'] = (body, { age = 0, key = secret } = {}) => ({
  body,
  headers: { 'stripe-signature': signatureOf(body, key, Date.now() - age) },
});
