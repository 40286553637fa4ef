import { createHash } from 'node:crypto';
import { schemesOf } from '#acquirer/capabilities.ts';
import { canonical } from '#basics/canonical.ts';
import { type Card, describeCard } from '#domain/cards/card.ts';
import { expiryDate, hasCardExpired } from '#domain/cards/card-expiry.ts';
import { isCardNumber, schemeNameOf, schemeOf } from '#domain/cards/card-number.ts';
import {
  type ChallengeName,
  type ChallengeProof,
  nextChallenges,
  nextLiveChallenges,
} from '#domain/cards/challenges.ts';
import type { CustomerCard } from '#domain/cards/customer-card.ts';
import { isCodeOf } from '#domain/cards/scheme.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { toMinorUnits } from '#domain/money/money.ts';
import { cardError, posError } from '#http/routes/pos-api.ts';
import { requireCard } from '#store/cards/customer-cards.ts';
import { type UnsealResult, unseal } from '#vault/seal.ts';
import { mayUnseal } from '#vault/token.ts';
import type { Payee } from './payee.ts';
import type { PaymentBody } from './payment-body.ts';
import { badHint, unsealProof } from './proof.ts';

/** A customer's payment, after all checks that are possible before a challenge. */
export interface Order {
  merchant: Payee;
  /** Steers the simulated acquirer; an empty object for live merchants. */
  test: NonNullable<PaymentBody['test']>;
  /** Minor units; 0 if the customer only saves a card. */
  amount: number;
  currency: string;
  /** The part of the card that Florin stores. */
  card: Card;
  /** Empty for a saved card. */
  cardNumber: string;
  saved?: CustomerCard;
  securityCode: string;
  /**
   * Binds proofs to the merchant's key, the amount, the card token or the saved card's id, the test options and the
   * link.
   */
  digest: string;
  proofs: ChallengeProof[];
  /**
   * The next challenges, of which the client performs one. The best comes first. Empty if the payment can be made.
   */
  challenges: ChallengeName[];
}

/**
 * Decrypts the tokens of a payment, and checks the payment. Tokens that cannot be valid are refused without a call to
 * KMS.
 *
 * @param opened the card number's token, if the caller has decrypted it
 * @throws 400 with a code of the contract, section 3
 */
export async function readOrder(body: PaymentBody, merchant: Payee, opened?: UnsealResult): Promise<Order> {
  const { card, hints = [] } = body;
  const saved = card.saved === undefined ? undefined : requireCard(merchant.saved, ownerOf(merchant));
  const typed = saved ? undefined : (card as TypedCard);
  if (typed && hasCardExpired(expiryDate(typed.expiry)))
    throw cardError('PAYMENT_CARD_EXPIRED', 'The card has expired');
  if (typed && !mayUnseal(typed.number.token)) throw badToken('card.number');
  if (!mayUnseal(card.code.token)) throw badToken('card.code');
  if (!hints.every(mayUnseal)) throw badHint('one of them is not a hint of Florin, or has expired');

  const digest = digestOf(body);
  // Decrypts one token after the other. The first invalid token ends the request, so that a request with forged tokens
  // costs only one call to KMS.
  const cardNumber = typed ? await unsealToken('pcn', typed.number.token, 'card.number', opened) : '';
  const securityCode = await unsealToken('pcsc', card.code.token, 'card.code');
  const proofs: ChallengeProof[] = [];
  for (const hint of new Set(hints)) proofs.push(await unsealProof(hint, digest));
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
    challenges: merchant.test ? nextChallenges(test, proofs) : nextLiveChallenges(proofs),
  };
}

/** {@link cardFaults} has made sure that all of these fields are present. */
type TypedCard = Required<Pick<PaymentBody['card'], 'number' | 'expiry'>>;

const ownerOf = ({ id, link }: Payee) => ({ merchantId: id, customer: link?.customer });

/** @throws 400 if the merchant's acquirer does not take cards of this scheme */
function requireScheme(number: string, merchant: Merchant): void {
  const scheme = schemeOf(number);
  if (scheme && schemesOf(merchant).includes(scheme)) return;
  const name = schemeNameOf(number);
  if (!name) throw cardError('PAYMENT_CARD_SCHEME_UNKNOWN', 'No scheme that we know has this number');
  throw cardError('PAYMENT_CARD_SCHEME_UNSUPPORTED', `The merchant’s acquirer does not take ${name}`);
}

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

/**
 * Decrypts a token that the vault has made from a card number (`pcn`) or a security code (`pcsc`).
 *
 * @throws 400
 */
export async function unsealToken(
  type: 'pcn' | 'pcsc',
  token: string,
  field: string,
  known?: UnsealResult,
): Promise<string> {
  const opened = known ?? (await unseal(type, token));
  if ('value' in opened) return opened.value;
  throw opened.error === 'type'
    ? posError('TOKEN_TYPE_UNEXPECTED', `${field}: this token is of another type`)
    : badToken(field);
}

/** The error for a token that cannot be decrypted. */
export const badToken = (field: string) =>
  posError('TOKEN_INVALID', `${field}: this token was not made by the vault, or has expired`);
