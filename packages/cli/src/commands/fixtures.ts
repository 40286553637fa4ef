import { accountOf, hasNoKey, localUrl, urlIn } from '../account.ts';
import type { Command, Input } from '../command.ts';
import { decline } from '../scenes.ts';
import { customerOf, makeProfile, type Purchase, testMerchant } from '../test-merchant.ts';

/** A payment of the history. Amounts are in minor units of EUR. */
interface Past extends Purchase {
  capture?: number;
  refund?: number;
  release?: number;
}

/** A history that shows each state of a payment. */
const history: readonly Past[] = [
  { amount: 4999, capture: 4999 },
  { amount: 12_000, capture: 12_000, refund: 3000 },
  { amount: 2500, capture: 2500, refund: 2500 },
  { amount: 8000, capture: 5000, release: 3000 },
  { amount: 1500, release: 1500 },
  { amount: 6400 },
  { amount: 3300, capture: 3300, card: '4000000000001976' },
];

export const fixtures: Command = {
  summary: 'Makes a test merchant with a history',
  flags: {},
  notes: `Payments that are pending, captured, refunded, released, declined and disputed,
and two payment links, by the API and test cards. With a key, the merchant
belongs to its app; without one, the command makes an app too, and keeps its
key as the profile.`,
  async run(input) {
    const { account, merchantId } = await ownMerchant(input);
    const { florin } = account;
    const merchant = await florin.merchants.get(merchantId);
    const pay = await customerOf(input, account, merchant);
    const transactionIds: string[] = [];
    for (const { capture, refund, release, ...purchase } of history) {
      const id = await pay(purchase);
      if (capture) await florin.transactions.capture(id, { amount: capture });
      if (refund) await florin.transactions.refund(id, { amount: refund });
      if (release) await florin.transactions.void(id, { amount: release });
      transactionIds.push(id);
    }
    await decline({ florin, merchantId, pay });
    const order = { currency: 'EUR', text: 'A pound of coffee' };
    const open = await florin.links.create(merchantId, {
      ...order,
      amount: 1800,
      reference: 'order-1001',
      uses: 10,
    });
    const off = await florin.links.create(merchantId, { ...order, amount: 900, reference: 'order-1002' });
    await florin.links.delete(off.id);
    input.out.result(
      { merchantId, publicKey: merchant.key, transactionIds, linkIds: [open.id, off.id] },
      `The test merchant ${merchantId} has payments and payment links. A link to pay: ${open.url}\n  florin payments list --merchant ${merchantId}`,
    );
  },
};

async function ownMerchant(input: Input) {
  if (hasNoKey(input)) return makeProfile(input, urlIn(input.env) ?? localUrl);
  const account = accountOf(input);
  const { id: merchantId } = await account.florin.merchants.create(testMerchant);
  return { account, merchantId };
}
