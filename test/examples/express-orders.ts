import { randomBytes } from 'node:crypto';
import { send } from '../api/support/http.ts';
import type { OwnServers } from '../api/support/own-florin.ts';
import { world } from '../api/support/world.ts';
import { type Cutting, startCutting } from './cutting-proxy.ts';
import { type ExpressShop, installExpressShop, startExpressShop } from './express.ts';
import { freePort } from './free-port.ts';

const shared = world();

export const baseUrl = process.env.FLORIN_BASE_URL ?? '';
export const posUrl = process.env.FLORIN_POS_URL ?? '';

/** The shop of a test file. Its values are there once the hooks before all tests have run. */
export interface OwnExpressShop {
  /** The folder of the installed shop. */
  folder: string;
  shop: ExpressShop;
  /** The key of the shop's app. */
  key: string;
  // biome-ignore lint/suspicious/noExplicitAny: a merchant as the API shows it
  merchant: any;
  /** The connection of the shop to its Florin. */
  line: Cutting;
  /** Signs the events that the shop accepts. */
  secret: string;
  /** The Florin of the shop; absent for the one that all files share. */
  servers?: OwnServers;
  /** More variables of the shop's process. */
  variables?: Record<string, string>;
}

const hereOf = ({ servers }: OwnExpressShop) => servers?.here ?? shared;

/** Installs the shop before the tests of a file. */
export function ownExpressShop(more: Pick<OwnExpressShop, 'servers' | 'variables'> = {}): OwnExpressShop {
  const own = { ...more } as OwnExpressShop;
  let remove: () => void;
  beforeAll(() => {
    ({ folder: own.folder, remove } = installExpressShop());
  });
  afterAll(() => remove?.());
  return own;
}

/**
 * Starts the shop before the tests of a `describe`, for a merchant and a port of its own.
 *
 * @param makeSecret returns the secret of the shop's webhook
 */
export function startBefore(
  own: OwnExpressShop,
  makeSecret: (port: number) => string | Promise<string> = () =>
    `whsec_${randomBytes(24).toString('base64')}`,
): void {
  beforeAll(async () => {
    Object.assign(own, await hereOf(own).shop());
    const florin = own.servers?.florin ?? { baseUrl, posUrl };
    own.line = await startCutting(florin.baseUrl);
    const port = await freePort();
    own.secret = await makeSecret(port);
    const { key, merchant, secret } = own;
    const account = {
      ...{ baseUrl: own.line.url, posUrl: florin.posUrl },
      ...{ key, merchantId: merchant.id, secret },
    };
    own.shop = await startExpressShop(own.folder, port, account, own.variables);
  });
  afterEach(() => own.line.lose(undefined));
  afterAll(async () => {
    await own.shop?.stop();
    own.line?.stop();
  });
}

export interface Order {
  id: string;
  /** Names the customer to the shop. */
  cookie: string;
  url: string;
  amount: number;
}

export const json = { accept: 'application/json' };

/** Returns functions that act as a customer of the shop, and functions that read the customer's orders and payments. */
export function ordersIn(own: OwnExpressShop) {
  /** Makes an order in a browser that has these cookies. */
  async function order(quantity = 2, cookie = ''): Promise<Order> {
    const { url } = own.shop;
    const { status, headers } = await send(`${url}/orders`, 'POST', {
      form: { quantity: String(quantity) },
      headers: { cookie },
    });
    expect(status).toBe(303);
    const [, id = ''] = /^\/orders\/([0-9a-f-]{36})$/.exec(headers.location ?? '') ?? [];
    const set = String(headers['set-cookie']);
    expect(set).toMatch(/; HttpOnly; SameSite=Lax/);
    return { id, cookie: set.split(';')[0] ?? '', url: `${url}/orders/${id}`, amount: 2499 * quantity };
  }

  /** Sends the name and the address, as the page does before it pays. */
  const introduce = ({ url, cookie }: Order, body: unknown = { name: 'Ada', email: 'ada@example.com' }) =>
    send(`${url}/customer`, 'PUT', { body, headers: { ...json, cookie } });

  /** Pays for an order as its page does, or differently by `over`. @returns the id of the transaction */
  async function paid({ id, amount }: Order, over: Record<string, unknown> = {}, by = own.merchant) {
    const { payment, pay } = hereOf(own);
    const body = await payment(by, {
      amount: { currency: 'EUR', exponent: 2, value: amount },
      custom: { reference: id },
      ...over,
    });
    const answer = await pay(body);
    expect(answer.status).toBe(201);
    return answer.body.authorizationId as string;
  }

  /** Reports a transaction as the page does, or asks the shop to find one. @returns the status */
  const report = async ({ url, cookie }: Order, transactionId?: string): Promise<number> =>
    (await send(`${url}/payment`, 'POST', { body: { transactionId }, headers: { ...json, cookie } })).status;

  const look = ({ url, cookie }: Order) => send(url, 'GET', { headers: { cookie } });

  const fulfilments = ({ id }: Order) =>
    own.shop.changes().filter((it) => it.id === id && it.fulfilled).length;

  /** The captured and voided amount of a transaction, and how many movements it has. */
  async function moneyOf(id: string): Promise<{ captured: number; voided: number; entries: number }> {
    const { capturedAmount, voidedAmount, trail } = await hereOf(own).transaction(own.key, id);
    return { captured: capturedAmount, voided: voidedAmount, entries: trail.length };
  }

  return { order, introduce, paid, report, look, fulfilments, moneyOf };
}
