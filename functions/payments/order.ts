import { createHash } from 'node:crypto';
import type { Money } from '#acquirer/acquirer.ts';
import { expiryDate, isCardNumber } from '#domain/card.ts';
import { isCurrency } from '#domain/currency.ts';
import { customFaults } from '#domain/custom.ts';
import type { Merchant } from '#domain/merchant.ts';
import { maxAmount, toMinorUnits } from '#domain/money.ts';
import { type Fault, Refused } from '#domain/outcome.ts';
import type { Proof } from '#domain/payment.ts';
import { posError } from '#http/pos.ts';
import type { Requests } from '#schemas/index.ts';
import { merchantOfKey } from '#store/merchants.ts';
import { open } from '#vault/seal.ts';
import { openProof } from './proof.ts';

export type PaymentBody = Requests['payment'];

/** What a payment carries sealed, opened. */
export interface Sealed {
  cardNumber: string;
  /** What proofs are bound to: the merchant's key, the amount and the card token. */
  digest: string;
  proofs: Proof[];
}

/** A customer's payment, checked as far as it can be before any challenge. */
export interface Order extends Sealed {
  merchant: Merchant;
  /** Steers the simulated acquirer; an empty object for live merchants. */
  test: NonNullable<PaymentBody['test']>;
  /** Minor units; 0 when only a card is saved. */
  amount: number;
  currency: string;
}

/** @throws 400 with a code of the contract, section 3 */
export async function openSealed(body: PaymentBody): Promise<Sealed> {
  const faults = moneyFaults(body).concat(customFaults(body.custom));
  if (faults.length > 0) throw new Refused(faults);
  const digest = digestOf(body);
  const [cardNumber, , proofs] = await Promise.all([
    openToken('pcn', body.card.number.token, 'card.number'),
    openToken('pcsc', body.card.code.token, 'card.code'),
    Promise.all((body.hints ?? []).map((hint) => openProof(hint, digest))),
  ]);
  return { cardNumber, digest, proofs };
}

/** @throws 400 with a code of the contract, section 3 */
export async function readOrder(body: PaymentBody, sealed: Sealed): Promise<Order> {
  const merchant = await merchantOfKey(body.integration.key);
  if (!merchant)
    throw posError('PAYMENT_INTEGRATION_KEY_UNKNOWN', 'There is no merchant with this public key');
  if (merchant.test !== (body.test !== undefined))
    throw posError(
      'TEST_MODE_MIXED',
      merchant.test ? 'A test merchant needs `test`' : 'A live merchant must not have `test`',
    );
  if (!isCardNumber(sealed.cardNumber, merchant.test))
    throw posError('PAYMENT_CARD_NUMBER_INVALID', 'This is not a card number');
  if (expiryDate(body.card.expiry).getTime() < Date.now())
    throw posError('PAYMENT_CARD_EXPIRED', 'The card has expired');
  return {
    ...sealed,
    merchant,
    test: body.test ?? {},
    amount: body.amount ? toMinorUnits(body.amount) : 0,
    currency: body.amount?.currency ?? merchant.currency,
  };
}

function moneyFaults({ amount, test }: PaymentBody): Fault[] {
  const money: [string, Money | undefined][] = [
    ['amount', amount],
    ['test.card.limit', test?.card?.limit],
    ['test.card.balance', test?.card?.balance],
  ];
  return money.flatMap(([field, value]) => {
    if (!value) return [];
    if (!isCurrency(value.currency))
      return [{ field: `${field}.currency`, message: 'Must be an ISO 4217 currency' }];
    return toMinorUnits(value) > maxAmount ? [{ field, message: 'Must be at most 10^12 minor units' }] : [];
  });
}

async function openToken(type: 'pcn' | 'pcsc', token: string, field: string): Promise<string> {
  const opened = await open(type, token);
  if ('value' in opened) return opened.value;
  throw opened.error === 'type'
    ? posError('TOKEN_TYPE_UNEXPECTED', `${field}: this token is of another type`)
    : posError('TOKEN_INVALID', `${field}: this token was not made by the vault, or has expired`);
}

const digestOf = ({ integration, amount, card }: PaymentBody): string =>
  createHash('sha256')
    .update(
      JSON.stringify([integration.key, amount?.currency, amount?.exponent, amount?.value, card.number.token]),
    )
    .digest('base64url');
