import { type Client, clientOf } from '../../client.ts';
import { payByTestCard } from '../../test-payment.ts';

export interface Addresses {
  baseUrl: string;
  posUrl: string;
}

/**
 * Pays, captures and refunds as a customer and a merchant would, in test mode, so that no money moves. It makes a new
 * app and test merchant each time, which anybody may do, so that no key has to be stored.
 *
 * @returns a line that says what was done
 * @throws Error that names the request that failed, or the amount that is wrong
 */
export async function smokePayment(at: Addresses): Promise<string> {
  const anybody = clientOf(at);
  const { app } = await anybody.ask('POST', '/apps', { name: 'Smoke payment' });
  const client = clientOf({ ...at, key: app.key });
  const { merchant } = await client.ask('POST', '/merchants', shop);
  const path = `/transactions/${await pay(client, merchant.key)}`;
  await client.ask('POST', `${path}/captures`, { amount: captured });
  await client.ask('POST', `${path}/refunds`, { amount: refunded });
  await client.ask('POST', `${path}/voids`, { amount: paid - captured });
  const { transaction } = await client.ask('GET', path);
  for (const [name, expected] of Object.entries(amounts))
    if (transaction[name] !== expected)
      throw new Error(`GET ${path}: \`${name}\` is ${transaction[name]} in place of ${expected}`);
  return `a payment of a test merchant was captured, refunded and voided: ${transaction.id}`;
}

const [paid, captured, refunded] = [1000, 600, 200];

/** The final amounts of the transaction. */
const amounts = {
  amount: paid,
  capturedAmount: captured,
  refundedAmount: refunded,
  voidedAmount: paid - captured,
  pendingAmount: 0,
};

const shop = {
  name: 'Smoke payment',
  test: true,
  currency: 'EUR',
  email: 'smoke@example.com',
  website: 'https://example.com',
  descriptor: 'Smoke payment',
  company: { country: 'DK' },
};

/** @returns the transaction's id */
async function pay(client: Client, key: string): Promise<string> {
  const { currency } = shop;
  const id = await payByTestCard(client, { key, card: '4100000000000000', currency, amount: paid });
  if (!id) throw new Error('POST /payments: the payment was not authorized');
  return id;
}
