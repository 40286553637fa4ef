import { methods } from '#acquirer/simulated/methods.ts';
import type { Method } from '#domain/methods/method.ts';
import { send } from './http.ts';
import type { Receiver } from './receiver.ts';
import { waitUntil } from './wait-until.ts';
import type { world } from './world.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
type Json = any;

type World = ReturnType<typeof world>;

/** A payment whose customer is asked by the simulated bank. */
export interface Begun {
  body: Json;
  action: Json;
  state: string;
}

/** How a test expects everything to be at its end. */
export interface Expected {
  /** The merchant's transactions, the newest first. */
  transactions: object[];
  /** How often the link was paid. */
  paid: number;
  /** The types of all events, in any order. */
  events: string[];
}

export const amountOf = 10000;

export const currencyOf = ({ currencies }: Method): string =>
  currencies.includes('EUR') ? 'EUR' : (currencies[0] ?? '');

/** Payments by links to merchants with all methods. @param receiver hears the events of all of them */
export function methodPayments(here: () => World, receiver: () => Receiver) {
  /** Makes a merchant with a webhook, and a link in the method's currency that can be paid once. */
  async function shopFor(row: Method, over: object = {}) {
    const { key, merchant } = await here().shop({ methods: methods.map(({ type }) => type), ...over });
    const { api } = here();
    const body = { url: receiver().url };
    expect((await api('POST', `/merchants/${merchant.id}/webhooks`, { key, body })).status).toBe(201);
    const terms = { amount: amountOf, currency: currencyOf(row) };
    const made = await api('POST', `/merchants/${merchant.id}/links`, { key, body: terms });
    expect(made.status).toBe(201);
    return shopAt(key, merchant, made.body.link.id);
  }

  function shopAt(key: string, merchant: Json, linkId: string) {
    const { api, pos } = here();
    const get = async (path: string): Promise<Json> => (await api('GET', path, { key })).body;
    const path = `/merchants/${merchant.id}`;
    const transactions = (): Promise<Json[]> => get(`${path}/transactions?limit=100`);
    const events = (): Json[] => {
      const own = receiver().received.filter(({ event }) => event.merchantId === merchant.id);
      return [...new Map(own.map(({ event }) => [event.id, event])).values()];
    };
    const shop = {
      ...{ key, merchant, linkId, transactions, events },

      order: (row: Method, over: object = {}): Json => ({
        integration: { key: merchant.key },
        test: {},
        amount: { currency: currencyOf(row), exponent: 2, value: amountOf },
        method: {
          type: row.type,
          returnUrl: 'https://shop.example/thanks',
          ...(row.digits && { code: '1'.repeat(row.digits) }),
        },
        payer: { name: 'Ann Example', email: 'ann@example.com' },
        linkId,
        hints: [],
        ...over,
      }),

      /** Begins a payment, until its customer is asked. */
      async begin(row: Method, over: object = {}): Promise<Begun> {
        const body = shop.order(row, over);
        expect((await pos('/payments', body)).body).toMatchObject({ challenges: [{ name: 'begin' }] });
        body.hints.push(...(await pos('/payments/challenges/begin', body)).body.hints);
        expect((await pos('/payments', body)).body).toMatchObject({ challenges: [{ name: 'method' }] });
        return shop.asked(body);
      },

      /** Asks again what the customer must do. */
      async asked(body: Json): Promise<Begun> {
        const action = (await pos('/payments/challenges/method', body)).body;
        return { body, action, state: new URL(action.url).searchParams.get('state') ?? '' };
      },

      answer: ({ action, state }: Begun, answer: string, after = '') =>
        send(action.url.split('?')[0], 'POST', { form: { state, answer, after } }),

      pay: ({ body }: Begun) => pos('/payments', body),

      leave: ({ body, action }: Begun) =>
        pos('/payments', { ...body, hints: [...body.hints, ...action.left] }),

      /** Asks for the outcome in another browser. */
      returned: ({ state }: Begun, over: object = {}) => pos('/payments/returns', { state, ...over }),

      /** Pays, and returns the id of the transaction. */
      async paid(row: Method, after = ''): Promise<string> {
        const begun = await shop.begin(row);
        expect((await shop.answer(begun, 'approve', after)).status).toBe(303);
        const { status, body } = await shop.pay(begun);
        expect(status).toBe(201);
        return body.authorizationId;
      },

      show: (id: string) => here().transaction(key, id),

      /** Checks transactions, ledger, balance, the link and the events. */
      async expectBooks({ transactions: expected, paid, events: types }: Expected): Promise<void> {
        await waitUntil(
          async () => events().length,
          (count) => count >= types.length,
          60,
        );
        expect(
          events()
            .map(({ type }) => type)
            .sort(),
        ).toEqual([...types].sort());
        const made = await transactions();
        expect(made).toMatchObject(expected);
        expect(made).toHaveLength(expected.length);
        for (const each of made) {
          const { amount, pendingAmount, capturedAmount, voidedAmount, refundedAmount, successful } = each;
          expect(pendingAmount + capturedAmount + voidedAmount).toBe(successful ? amount : 0);
          expect(refundedAmount).toBeLessThanOrEqual(capturedAmount);
          expect(each).not.toHaveProperty('operation');
        }
        const lines: Json[] = await get(`${path}/lines?limit=100`);
        const entries = made.flatMap(({ trail }) => trail.filter(({ lineId }: Json) => lineId));
        expect(lines.map(({ id }) => id).sort()).toEqual(entries.map(({ lineId }) => lineId).sort());
        const sum = (all: Json[]) => all.reduce((total, { balance }) => total + balance, 0);
        expect([sum(lines), sum(entries)]).toEqual(Array(2).fill((await get(path)).merchant.balance));
        const { link } = await get(`/links/${linkId}`);
        expect(link).toMatchObject({ paid, status: paid > 0 ? 'used' : 'open' });
      },
    };
    return shop;
  }

  return { shopFor, shopAt };
}
