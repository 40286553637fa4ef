import { connectWithAcquirer } from './connect.ts';
import { type Request, type Response, send } from './http.ts';
import { isLive } from './is-live.ts';

/** The URLs of a Florin. */
export interface Endpoints {
  baseUrl: string;
  posUrl: string;
}

const shared: Endpoints = {
  baseUrl: process.env.FLORIN_BASE_URL ?? '',
  posUrl: process.env.FLORIN_POS_URL ?? '',
};

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Json = any;

/** Returns functions that call the API of a Florin for tests. */
export function world({ baseUrl, posUrl }: Endpoints = shared) {
  const api = (method: string, path: string, request?: Request): Promise<Response> =>
    send(baseUrl + path, method, request);
  const pos = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    send(posUrl + path, 'POST', { body, headers: { 'accept-version': '1', ...headers } });

  const created = (response: Response): Json => {
    if (response.status !== 201) throw new Error(`${response.status} ${response.text}`);
    return response.body;
  };

  const createApp = async (name = 'Test'): Promise<{ id: string; key: string }> =>
    created(await api('POST', '/apps', { body: { name } })).app;

  const createMerchant = async (key: string, over: Record<string, unknown> = {}): Promise<Json> => {
    const body = { ...merchantInput, ...(isLive && { test: false }), ...over };
    const { merchant } = created(await api('POST', '/merchants', { key, body }));
    if (isLive) await connectWithAcquirer(merchant.id);
    return merchant;
  };

  /** Creates an app with a test merchant. */
  async function shop(over: Record<string, unknown> = {}) {
    const app = await createApp();
    return { app, key: app.key, merchant: await createMerchant(app.key, over) };
  }

  async function tokens(number = isLive ? '4242424242424242' : '4100000000000000', code = '123') {
    const [a, b] = await Promise.all([
      pos('/vault', { type: 'pcn', value: number }),
      pos('/vault', { type: 'pcsc', value: code }),
    ]);
    return { number: created(a), code: created(b) };
  }

  /** Returns the body of a payment that needs no iframe. */
  async function payment(merchant: Json, over: Record<string, unknown> = {}): Promise<Json> {
    const { test, ...more } = { test: { tds: { challenge: false } }, ...over };
    return {
      integration: { key: merchant.key },
      // A real acquirer saves a card only if the customer agreed to later payments.
      ...(isLive ? { unplanned: { merchant: true } } : { test }),
      amount: { currency: merchant.currency, exponent: 2, value: 10000 },
      card: { ...(await tokens()), expiry: { month: 12, year: 2090 } },
      hints: [],
      ...more,
    };
  }

  /** Meets the challenges that a server can meet, pays, and returns the last answer. */
  async function pay(body: Json, headers: Record<string, string> = {}): Promise<Response> {
    const hints: string[] = [...(body.hints ?? [])];
    for (;;) {
      const answer = await pos('/payments', { ...body, hints }, headers);
      const challenge = answer.body?.challenges?.[0];
      if (answer.status !== 200 || challenge?.type !== 'fetch') return answer;
      hints.push(...(await pos(challenge.path, { ...body, hints })).body.hints);
    }
  }

  /** Makes a customer's transaction of `value` minor units (of two decimals), ready to capture. */
  async function authorized(
    merchant: Json,
    value = 10000,
    over: Record<string, unknown> = {},
  ): Promise<string> {
    const amount = { currency: merchant.currency, exponent: 2, value };
    return created(await pay(await payment(merchant, { amount, ...over }))).authorizationId;
  }

  const transaction = async (key: string, id: string): Promise<Json> =>
    (await api('GET', `/transactions/${id}`, { key })).body.transaction;

  const move = (
    key: string,
    id: string,
    kind: 'increments' | 'captures' | 'refunds' | 'voids',
    amount: number,
    headers = {},
  ) => api('POST', `/transactions/${id}/${kind}`, { key, body: { amount }, headers });

  return { api, pos, createApp, createMerchant, shop, tokens, payment, pay, authorized, transaction, move };
}

export const merchantInput = {
  name: 'Coffee & John',
  currency: 'EUR',
  test: true,
  email: 'john@example.com',
  website: 'https://example.com',
  descriptor: 'Coffee & John',
  company: { country: 'DK' },
};
