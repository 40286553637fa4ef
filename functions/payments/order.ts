import { createHash } from 'node:crypto';
import type { Money } from '#acquirer/acquirer.ts';
import { schemesOf } from '#acquirer/capabilities.ts';
import { canonical } from '#domain/canonical.ts';
import {
  type Card,
  describeCard,
  expiryDate,
  isCardNumber,
  isCodeOf,
  schemeNameOf,
  schemeOf,
} from '#domain/card.ts';
import { isCurrency } from '#domain/currency.ts';
import { customFaults, unvouchedFaults } from '#domain/custom.ts';
import type { CustomerCard } from '#domain/customer-card.ts';
import type { PaymentLink } from '#domain/link.ts';
import type { Merchant } from '#domain/merchant.ts';
import { maxAmount, toMinorUnits } from '#domain/money.ts';
import { type Fault, Refused } from '#domain/outcome.ts';
import { type ChallengeName, nextChallenge, nextLiveChallenge, type Proof } from '#domain/payment.ts';
import { cardError, posError } from '#http/pos-api.ts';
import type { Requests } from '#schemas/index.ts';
import { getCustomerCard, requireCard } from '#store/customer-cards.ts';
import { merchantOfKey, type StoredMerchant } from '#store/merchants.ts';
import type { Operation } from '#store/operations.ts';
import { findLink } from '#usecases/till-code.ts';
import { open } from '#vault/seal.ts';
import { mayOpen } from '#vault/token.ts';
import { linkFaults, requireLink, requireOpen } from './by-link.ts';
import { requireSetting } from './captured.ts';
import { requireMerchant, requireTaking } from './merchant.ts';
import { badHint, openProof } from './proof.ts';

export type PaymentBody = Requests['payment'];

/** A customer's payment, checked as far as it can be before any challenge. */
export interface Order {
  merchant: Payee;
  /** Steers the simulated acquirer; an empty object for live merchants. */
  test: NonNullable<PaymentBody['test']>;
  /** Minor units; 0 when only a card is saved. */
  amount: number;
  currency: string;
  /** What is kept of it. */
  card: Card;
  /** Empty of a card that was kept. */
  cardNumber: string;
  saved?: CustomerCard;
  securityCode: string;
  /**
   * What proofs are bound to: the merchant's key, the amount, the card token or the saved card's id, the test options and
   * the link.
   */
  digest: string;
  proofs: Proof[];
  /** What is to be met next; undefined when the payment may be made. */
  challenge: ChallengeName | undefined;
}

/** What can be said of a payment by itself. @throws Refused */
export function checkBody(body: PaymentBody): void {
  const { custom, plan } = body;
  const faults = [
    ...moneyFaults(body),
    ...linkFaults(body),
    ...customFaults(custom),
    ...customFaults(plan, 'plan'),
    ...savingFaults(body),
  ];
  if (faults.length > 0) throw new Refused(faults);
}

/** A card is saved as it is typed, by a link of the merchant's server. */
const savingFaults = ({ card, save, linkId }: PaymentBody): Fault[] => [
  ...(card.saved !== undefined && (card.number || card.expiry)
    ? [{ field: 'card.saved', message: 'Not beside a number or an expiry' }]
    : []),
  ...(save && (card.saved !== undefined || linkId === undefined)
    ? [{ field: 'save', message: 'Only with a card that is typed, by a link that names its customer' }]
    : []),
];

/** Who is to be paid, and by which link of theirs, where it is one that their server has made. */
export type Payee = StoredMerchant & { link?: PaymentLink; saved?: CustomerCard };

/**
 * The merchant that is to be paid, if it can be paid like this.
 *
 * @param opened what an earlier sending of it has opened, if it has: that may be paid already, and goes on, however the
 * merchant has been changed since, and though the link’s time is over
 * @throws 400 with a code of the contract, section 3; LinkEnded
 */
export async function payee(
  body: PaymentBody,
  opened?: () => Promise<Operation | undefined>,
): Promise<Payee> {
  const { integration, test, linkId, card } = body;
  const [merchant, link, saved] = await Promise.all([
    merchantOfKey(integration.key),
    linkId === undefined ? undefined : findLink(linkId),
    card.saved === undefined ? undefined : getCustomerCard(card.saved),
  ]);
  requireMerchant(merchant);
  const faults = unvouchedFaults(merchant.unvouched, { custom: body.custom, plan: body.plan });
  if (faults.length > 0) throw new Refused(faults);
  if (merchant.test !== (test !== undefined))
    throw posError(
      'TEST_MODE_MIXED',
      merchant.test ? 'A test merchant needs `test`' : 'A live merchant must not have `test`',
    );
  const isUnderWay = async () => !merchant.test && (await opened?.()) !== undefined;
  try {
    requireTaking(merchant);
    requireSetting(body, merchant);
  } catch (error) {
    if (!(await isUnderWay())) throw error;
  }
  if (linkId === undefined) return merchant;
  requireLink(body, merchant, link);
  await requireOpen(link, isUnderWay);
  return { ...merchant, link, saved };
}

/**
 * Opens what the payment carries sealed. What cannot open is refused before KMS is asked for anything.
 *
 * @throws 400 with a code of the contract, section 3
 */
export async function readOrder(body: PaymentBody, merchant: Payee): Promise<Order> {
  const { card, hints = [] } = body;
  const saved = card.saved === undefined ? undefined : requireCard(merchant.saved, ownerOf(merchant));
  const typed = saved ? undefined : (card as TypedCard);
  if (typed && expiryDate(typed.expiry).getTime() < Date.now())
    throw cardError('PAYMENT_CARD_EXPIRED', 'The card has expired');
  if (typed && !mayOpen(typed.number.token)) throw badToken('card.number');
  if (!mayOpen(card.code.token)) throw badToken('card.code');
  if (!hints.every(mayOpen)) throw badHint('this is no hint of ours, or has expired');

  const digest = digestOf(body);
  // One after the other: the first token that fails ends the request, so that a forged request costs KMS one call.
  const cardNumber = typed ? await openToken('pcn', typed.number.token, 'card.number') : '';
  const securityCode = await openToken('pcsc', card.code.token, 'card.code');
  const proofs: Proof[] = [];
  for (const hint of new Set(hints)) proofs.push(await openProof(hint, digest));
  if (typed && !merchant.test) requireScheme(cardNumber, merchant);
  if (typed && !isCardNumber(cardNumber, merchant.test))
    throw cardError('PAYMENT_CARD_NUMBER_INVALID', 'This is not a card number');
  if (!isCodeOf(securityCode, saved ? saved.card.scheme : schemeOf(cardNumber), merchant.test))
    throw cardError(
      'PAYMENT_CARD_SECURITY_CODE_INVALID',
      'The security code has 3 digits, 4 of an American Express card',
    );
  const test = body.test ?? {};
  return {
    merchant,
    test,
    amount: body.amount ? toMinorUnits(body.amount) : 0,
    currency: body.amount?.currency ?? merchant.currency,
    card: saved ? saved.card : describeCard(cardNumber, (card as TypedCard).expiry, schemesOf(merchant)),
    cardNumber,
    saved,
    securityCode,
    digest,
    proofs,
    challenge: merchant.test ? nextChallenge(test, proofs) : nextLiveChallenge(proofs),
  };
}

/** All of it is there: {@link cardFaults}. */
type TypedCard = Required<Pick<PaymentBody['card'], 'number' | 'expiry'>>;

const ownerOf = ({ id, link }: Payee) => ({ merchantId: id, customer: link?.customer });

/** @throws 400 where the acquirer does not take such cards, before anything moves */
function requireScheme(number: string, merchant: Merchant): void {
  const scheme = schemeOf(number);
  if (scheme && schemesOf(merchant).includes(scheme)) return;
  const name = schemeNameOf(number);
  if (!name) throw cardError('PAYMENT_CARD_SCHEME_UNKNOWN', 'No scheme that we know has this number');
  throw cardError('PAYMENT_CARD_SCHEME_UNSUPPORTED', `The merchant’s acquirer does not take ${name}`);
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
    : badToken(field);
}

const badToken = (field: string) =>
  posError('TOKEN_INVALID', `${field}: this token was not made by the vault, or has expired`);

const digestOf = ({ integration, amount, card, test, linkId }: PaymentBody): string =>
  createHash('sha256')
    .update(
      canonical([
        integration.key,
        amount,
        card.saved ?? card.number?.token,
        test,
        ...(linkId ? [linkId] : []),
      ]),
    )
    .digest('base64url');
