import { type StandIn, startStandIn } from '../../stripe/stand-in/start.ts';
import { aws } from './aws.ts';
import { answerBank } from './bank.ts';
import { connectWithAcquirer } from './connect.ts';
import { send } from './http.ts';
import { type OwnServers, ownFlorin } from './own-florin.ts';
import { comparableBooks } from './same-books.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Json = any;

interface Shop {
  key: string;
  merchant: Json;
  /** The merchant's account at the acquirer. */
  account: string;
}

/** A Florin for live payments, with a stand-in for the acquirer. */
export interface Live extends OwnServers {
  stripe: StandIn;
  /** Creates an app with a merchant that an operator has connected with its own account. */
  shop(over?: Record<string, unknown>): Promise<Shop>;
  /** Returns the body of a payment with a card. */
  order(merchant: Json, over?: Record<string, unknown>, number?: string): Promise<Json>;
  /** Makes a customer's transaction of `value` minor units, ready to capture. */
  authorized(merchant: Json, value?: number, over?: Record<string, unknown>): Promise<string>;
  /** Runs the worker that resolves open operations. */
  finishOperations(): Promise<void>;
  /** Posts an event as the acquirer does. @returns the answer's status */
  postEvent(event: StandIn['events'][number], secret?: string): Promise<number>;
  /** Waits until Florin has applied every reported event, and expects that Florin has given up none. */
  eventsApplied(): Promise<void>;
  /** Expects that the merchant's data in Florin equal the acquirer's books of the account. */
  expectSameBooks(shop: Pick<Shop, 'key' | 'merchant' | 'account'>): Promise<void>;
  /** Answers the bank in its iframe, as the customer does. @returns the hints */
  atBank(path: string, body: Json, passed: 'yes' | 'no'): Promise<string[]>;
}

/** Public numbers of the acquirer's test mode (https://docs.stripe.com/testing). */
export const cards = {
  good: '4242424242424242',
  challenged: '4000002760003184',
  short: '4000000000009995',
  declined: '4000000000000002',
} as const;

const testKey = ['sk', 'test', 'live0tests'].join('_');
export const webhookSecret = ['whsec', 'live0tests'].join('_');

interface Options {
  apiKey?: string;
  now?: () => number;
  env?: Record<string, string>;
  /** True if the accounts allow several captures of a payment. */
  manyCaptures?: boolean;
  /** The methods other than cards that the acquirer has switched on for the accounts. */
  methods?: readonly string[];
}

export function ownLive({
  manyCaptures = true,
  methods: types = [],
  apiKey = testKey,
  ...options
}: Options = {}): Live {
  let stripe: StandIn;
  beforeAll(async () => {
    const methods = Object.fromEntries(types.map((type) => [type, 'active'] as const));
    stripe = await startStandIn({ apiKey, now: options.now, settings: { manyCaptures, methods } });
    env.STRIPE_URL = stripe.url;
  });
  const env: Record<string, string> = {
    // A request gets enough time to wait until a call to a hanging acquirer times out.
    FLORIN_REQUEST_SECONDS: '12',
    ...options.env,
    STRIPE_CREDENTIALS: JSON.stringify({ apiKey, webhookSecrets: [webhookSecret] }),
  };
  const own = ownFlorin({ env });
  afterAll(() => stripe?.close());

  Object.defineProperty(own, 'stripe', { get: () => stripe });
  return Object.assign(own, {
    async shop(over = {}) {
      const { key, merchant } = await own.here.shop({ test: false, ...over });
      const account = await connectWithAcquirer(merchant.id, own.florin.aws);
      return { key, merchant, account };
    },

    async order(merchant: Json, over = {}, number: string = cards.good) {
      return {
        integration: { key: merchant.key },
        amount: { currency: merchant.currency, exponent: 2, value: 10000 },
        card: { ...(await own.here.tokens(number)), expiry: { month: 12, year: 2090 } },
        hints: [],
        ...over,
      };
    },

    async authorized(this: Live, merchant: Json, value = 10000, over = {}) {
      const amount = { currency: merchant.currency, exponent: 2, value };
      const answer = await own.here.pay(await this.order(merchant, { amount, ...over }));
      if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
      return answer.body.authorizationId;
    },

    async postEvent(event, secret = webhookSecret) {
      const { body, header } = stripe.signed(event, secret);
      const headers = { 'content-type': 'application/json', 'stripe-signature': header };
      const url = `${own.florin.baseUrl}/acquirers/stripe/events`;
      return (await fetch(url, { method: 'POST', headers, body })).status;
    },

    async eventsApplied() {
      const { emptied, waiting } = aws(own.florin.aws);
      await emptied('AcquirerEvents');
      expect(await waiting('AcquirerEventDeadLetters')).toBe(0);
    },

    async expectSameBooks({ key, merchant, account }) {
      const books = stripe.books(account);
      const read = async (path: string) => {
        const { status, text, body } = await own.here.api('GET', `/merchants/${merchant.id}${path}`, { key });
        if (status !== 200) throw new Error(`GET ${path}: ${status} ${text}`);
        return body;
      };
      const list = (what: string): Promise<Json[]> => read(`/${what}?limit=1000`);
      const [transactions, lines] = await Promise.all([list('transactions'), list('lines')]);
      const { balance } = (await read('')).merchant;
      const { ours, theirs } = comparableBooks({ transactions, lines, balance }, books);
      expect(ours).toEqual(theirs);
      const paid = transactions.filter(({ successful }) => successful);
      const sum = paid.reduce((total, { amount }) => total + amount, 0);
      expect(sum).toBeLessThanOrEqual(books.authorized.EUR ?? 0);
    },

    async finishOperations() {
      const done = await aws(own.florin.aws).invoke('FinishOperations', {});
      if (done.error) throw new Error(JSON.stringify(done));
    },

    async atBank(path: string, body: Json, passed: 'yes' | 'no') {
      const init = (await own.here.pos(path, body)).body;
      expect(init.action).toBe(`${own.florin.posUrl}/payments/frames/bank`);
      const page = await send(init.action, init.method, { form: init.fields });
      return [...init.hints, ...((await answerBank(page.text, passed)) ?? [])];
    },
  } satisfies Omit<Live, keyof OwnServers | 'stripe'>) as unknown as Live;
}
