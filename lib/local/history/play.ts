import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { patientClientOf } from '../../client.ts';
import { payByTestCard } from '../../test-payment.ts';
import { invoke } from './invoke.ts';
import { beginPast } from './past.ts';
import { planHistory, type Sale, type Step } from './plan.ts';

/** A test merchant that is made in the past. */
export interface Shop {
  /** The merchant's public key. */
  key: string;
  merchantId: string;
  /** The secret API key of the merchant's app. */
  appKey: string;
}

export interface Addresses {
  baseUrl: string;
  posUrl: string;
  aws: string;
}

const day = 86_400_000;

/** The status of a declined payment. */
const declined = 400;

/**
 * Makes a shop with a history of so many days, by the requests that a merchant and customers send, while the clock of
 * this process is set back. Until the history is made, Florin also serves other clients with the clock set back.
 *
 * @param open makes the shop
 */
export async function playHistory(
  addresses: Addresses,
  days: number,
  open: () => Promise<Shop>,
): Promise<Shop> {
  const end = Date.now();
  const hooks = { url: await startEndpoint() };
  const past = beginPast();
  try {
    past.moveTo(end - days * day - day);
    const shop = await open();
    const { ask } = patientClientOf({ ...addresses, key: shop.appKey });
    await ask('POST', `/merchants/${shop.merchantId}/webhooks`, hooks);
    const actor = actorOf(addresses, shop);
    for (const step of planHistory(end, days, shop.merchantId)) {
      past.moveTo(step.at);
      await actor(step);
    }
    return shop;
  } finally {
    past.end();
  }
}

/** Returns a function that performs a step. Steps of a declined payment are skipped. */
function actorOf(addresses: Addresses, { key, merchantId, appKey }: Shop) {
  const client = patientClientOf({ ...addresses, key: appKey });
  const payments = new Map<Sale, string>();
  const links = new Map<string, string>();

  return async (step: Step): Promise<void> => {
    if (step.kind === 'payment') return pay(step.sale);
    if (step.kind === 'payout') return payOut();
    const id = payments.get(step.sale);
    const { amount } = step;
    if (id) await client.ask('POST', `/transactions/${id}/${step.kind}s`, { amount });
  };

  async function pay(sale: Sale): Promise<void> {
    const { card, amount, text, customer, reference, byLink } = sale;
    const more = {
      ...(byLink ? { linkId: await linkFor(sale) } : { text, custom: { reference } }),
      payer: { name: customer, email: addressOf(customer) },
    };
    const id = await payByTestCard(client, { key, card, currency: 'EUR', amount, more }, [declined]);
    if (id) payments.set(sale, id);
  }

  /** Returns the id of the merchant's payment link for the product. */
  async function linkFor({ text, amount }: Sale): Promise<string> {
    const known = links.get(text);
    if (known) return known;
    const body = { amount, currency: 'EUR', text, uses: 1000 };
    const { link } = await client.ask('POST', `/merchants/${merchantId}/links`, body);
    links.set(text, link.id);
    return link.id;
  }

  async function payOut(): Promise<void> {
    const body = JSON.stringify({ time: new Date().toISOString(), merchantId });
    await invoke(addresses.aws, 'PayOut', { Records: [{ messageId: merchantId, body }] });
  }
}

/** `Jonas Müller` → `jonas.muller@example.com` */
const addressOf = (name: string): string =>
  `${name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll('ß', 'ss')
    .replace(/[^a-z ]/g, '')
    .replaceAll(' ', '.')}@example.com`;

/** Starts a server on this machine that takes the shop's webhooks until Florin ends. Returns its URL. */
async function startEndpoint(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(204).end());
  }).unref();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/florin`;
}
