import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ask } from './ask.ts';
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

/**
 * Makes a shop with a history of so many days, by the requests that a merchant and customers send, while the clock of
 * this process is set back. Requests of others that come meanwhile get the past's time, too.
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
    await ask(`${addresses.baseUrl}/merchants/${shop.merchantId}/webhooks`, hooks, shop.appKey);
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

/** Returns a function that takes a step. Nothing is done with a payment that was declined. */
function actorOf({ baseUrl, posUrl, aws }: Addresses, { key, merchantId, appKey }: Shop) {
  const payments = new Map<Sale, string>();
  const links = new Map<string, string>();

  return async (step: Step): Promise<void> => {
    if (step.kind === 'payment') return pay(step.sale);
    if (step.kind === 'payout') return payOut();
    const id = payments.get(step.sale);
    const { amount } = step;
    if (id) await ask(`${baseUrl}/transactions/${id}/${step.kind}s`, { amount }, appKey);
  };

  async function pay(sale: Sale): Promise<void> {
    const order = {
      integration: { key },
      test: { tds: { challenge: false } },
      amount: { currency: 'EUR', exponent: 2, value: sale.amount },
      ...(sale.byLink ? { linkId: await linkFor(sale) } : { text: sale.text }),
      card: {
        number: await ask(`${posUrl}/vault`, { type: 'pcn', value: sale.card }),
        code: await ask(`${posUrl}/vault`, { type: 'pcsc', value: '123' }),
        expiry: { month: 12, year: 2090 },
      },
    };
    const hints: string[] = [];
    for (;;) {
      const answer = await ask(`${posUrl}/payments`, { ...order, hints }, undefined, [400]);
      const [challenge] = answer.challenges ?? [];
      if (answer.authorizationId) payments.set(sale, answer.authorizationId);
      if (!challenge) return;
      hints.push(...(await ask(posUrl + challenge.path, { ...order, hints })).hints);
    }
  }

  /** Returns the id of the merchant's payment link for what is sold. */
  async function linkFor({ text, amount }: Sale): Promise<string> {
    const known = links.get(text);
    if (known) return known;
    const body = { amount, currency: 'EUR', text, uses: 1000 };
    const { link } = await ask(`${baseUrl}/merchants/${merchantId}/links`, body, appKey);
    links.set(text, link.id);
    return link.id;
  }

  async function payOut(): Promise<void> {
    const body = JSON.stringify({ time: new Date().toISOString(), merchantId });
    await ask(`${aws}/2015-03-31/functions/PayOut/invocations`, {
      Records: [{ messageId: merchantId, body }],
    });
  }
}

/** Starts a server on this machine that takes the shop's webhooks until Florin ends. Returns its URL. */
async function startEndpoint(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(204).end());
  }).unref();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/florin`;
}
