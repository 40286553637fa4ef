import { methods as rows, type StripeMethod } from '../../../functions/core/acquirer/stripe/methods.ts';
import type { Live } from '../../api/support/live.ts';
import type { MethodAnswer } from '../../stripe/stand-in/methods.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
type Json = any;

export type Shop = Awaited<ReturnType<Live['shop']>>;

/** A payment whose customer is asked by their method. */
export interface Scene extends Shop {
  /** The id of the payment at the acquirer. */
  payment: string;
  /** The body of `POST /payments`, to send again. */
  body: Json;
  /** The answer of `POST /payments/challenges/method`. */
  action: Json;
}

export const types = rows.map(({ type }) => type);
export const value = 20_000;

/** The sums of a payment of which no money has moved. */
export const untouched = { captured: 0, capturable: 0, refunded: 0 };

/** Payments by the methods of a stand-in for the acquirer. */
export function methodPayments(live: Live) {
  const shops = new Map<string, Promise<Shop>>();

  /** Makes a merchant that has chosen all methods of their account. */
  async function newShop(): Promise<Shop> {
    const shop = await live.shop();
    const given = { key: shop.key, body: { methods: types } };
    expect((await live.here.api('PUT', `/merchants/${shop.merchant.id}`, given)).status).toBe(204);
    return shop;
  }

  /** The shop of a method's payments. */
  const shopOf = ({ type }: StripeMethod): Promise<Shop> => {
    const shop = shops.get(type) ?? newShop();
    shops.set(type, shop);
    return shop;
  };

  const intentOf = ({ payment, account }: Pick<Scene, 'payment' | 'account'>) =>
    live.stripe.books(account).intents.find(({ id }) => id === payment);

  return {
    intentOf,
    newShop,

    /** The body of a payment, with the hint of its `begin`. */
    async order(row: StripeMethod, { merchant }: Shop, over: object = {}): Promise<Json> {
      const body: Json = {
        integration: { key: merchant.key },
        amount: { currency: row.currencies.includes('EUR') ? 'EUR' : row.currencies[0], exponent: 2, value },
        method: {
          type: row.type,
          returnUrl: 'https://shop.example/thanks',
          ...(row.kind === 'code' && { code: '123456' }),
        },
        payer: { name: 'Ann Example', email: 'ann@example.com' },
        hints: [],
        ...over,
      };
      const begun = await live.here.pos('/payments/challenges/begin', body);
      if (begun.status !== 200) throw new Error(`${begun.status} ${begun.text}`);
      return { ...body, hints: begun.body.hints };
    },

    /** Begins a payment, up to the question to its customer. */
    async begin(row: StripeMethod, given?: Shop, over: object = {}): Promise<Scene> {
      const shop = given ?? (await shopOf(row));
      const earlier = new Set(live.stripe.books(shop.account).intents.map(({ id }) => id));
      const body = await this.order(row, shop, over);
      const asked = await live.here.pos('/payments', body);
      if (asked.body.challenges?.[0]?.name !== 'method') throw new Error(`${asked.status} ${asked.text}`);
      const action = (await live.here.pos('/payments/challenges/method', body)).body;
      const made = live.stripe.books(shop.account).intents.find(({ id }) => !earlier.has(id));
      if (!made) throw new Error('No payment was made');
      return { ...shop, body, action, payment: made.id };
    },

    /** Gives the customer's answer. @returns the state that their browser brings back */
    answer({ payment, account }: Scene, given: MethodAnswer): string {
      const back = live.stripe.answerMethod(payment, given, account);
      return back ? (new URL(back).searchParams.get('state') ?? '') : '';
    },

    /** Asks for the outcome, as the page does until it has one. */
    pay: ({ body }: Scene) => live.here.pos('/payments', body),

    /** Gives the payment up, as the page does whose customer leaves. */
    leave: ({ body, action }: Scene) =>
      live.here.pos('/payments', { ...body, hints: [...body.hints, ...action.left] }),

    /** Makes a payment that its customer approves. @returns also the id of its transaction */
    async paid(row: StripeMethod): Promise<Scene & { id: string }> {
      const scene = await this.begin(row);
      this.answer(scene, 'approve');
      const { status, body, text } = await this.pay(scene);
      if (status !== 201) throw new Error(`${status} ${text}`);
      return { ...scene, id: body.authorizationId };
    },

    async captured(row: StripeMethod): Promise<Scene & { id: string }> {
      const scene = await this.paid(row);
      if (row.captured === 'later')
        expect((await live.here.move(scene.key, scene.id, 'captures', value)).status).toBe(201);
      return scene;
    },

    /** The sums of a payment at the acquirer. */
    sumsOf(scene: Pick<Scene, 'payment' | 'account'>) {
      const { refunds } = live.stripe.books(scene.account);
      const { amount_received: captured = 0, amount_capturable: capturable = 0 } = intentOf(scene) ?? {};
      const refunded = refunds
        .filter(({ payment_intent }) => payment_intent === scene.payment)
        .reduce((sum, { amount }) => sum + amount, 0);
      return { captured, capturable, refunded };
    },

    /** The transactions of a payment: at most one. */
    async transactionsOf(scene: Scene): Promise<Json[]> {
      const path = `/merchants/${scene.merchant.id}/transactions?limit=100`;
      const all = (await live.here.api('GET', path, { key: scene.key })).body;
      const florin = intentOf(scene)?.metadata.florin;
      return all.filter(({ id }: Json) => id === florin);
    },

    /** Posts the acquirer's events of a payment. */
    async report({ payment, account }: Scene, type = /./): Promise<void> {
      for (const event of live.stripe.events) {
        const { id, payment_intent = id } = event.data.object as { id: string; payment_intent?: string };
        if (event.account === account && payment_intent === payment && type.test(event.type))
          expect(await live.postEvent(event)).toBeLessThan(300);
      }
      await live.eventsApplied();
    },

    /** Expects that the lines of a payment have the sum of its balance transactions. */
    async expectSameSum(scene: Scene): Promise<void> {
      const { entries } = live.stripe.books(scene.account);
      const charge = intentOf(scene)?.latest_charge;
      const theirs = entries.filter(
        ({ source }) =>
          source && (source === charge || live.stripe.thing(source, scene.account)?.charge === charge),
      );
      const path = `/merchants/${scene.merchant.id}/lines?limit=1000`;
      const lines: Json[] = (await live.here.api('GET', path, { key: scene.key })).body;
      const [{ id }] = await this.transactionsOf(scene);
      const ours = lines.filter(({ transactionId }) => transactionId === id);
      const sum = (of: Json[], field: string) => of.reduce((total, one) => total + one[field], 0);
      expect(sum(ours, 'balance')).toBe(sum(theirs, 'net'));
      expect(theirs.length).toBeGreaterThan(0);
    },
  };
}
