import { createHash } from 'node:crypto';
import { schemesOf } from '#acquirer/capabilities.ts';
import { type MethodTerms, methodAccountOf, methodAt, offeredMethods } from '#acquirer/methods.ts';
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
import { followUpsOf, type Method } from '#domain/methods/method.ts';
import { toMinorUnits } from '#domain/money/money.ts';
import { Refused, refuse } from '#domain/outcome.ts';
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
  /** The part of the card that Florin stores; absent for another method. */
  card?: Card;
  /** Empty for a saved card, and for another method. */
  cardNumber: string;
  saved?: CustomerCard;
  securityCode: string;
  /** The method of a payment without a card. */
  method?: Method;
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
  if (!card) return readMethodOrder(body, merchant);
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
  const proofs = await unsealProofs(hints, digest);
  if (typed && !merchant.test) requireScheme(cardNumber, merchant);
  if (typed && !isCardNumber(cardNumber, merchant.test))
    throw cardError('PAYMENT_CARD_NUMBER_INVALID', 'This is not a card number');
  if (!isCodeOf(securityCode, saved ? saved.card.scheme : schemeOf(cardNumber), merchant.test))
    throw cardError(
      'PAYMENT_CARD_SECURITY_CODE_INVALID',
      'The security code has 3 digits, 4 of an American Express card',
    );
  const { test = {} } = body;
  return {
    ...{ merchant, test, ...moneyOf(body, merchant) },
    card: saved ? saved.card : describeCard(cardNumber, (card as TypedCard).expiry, schemesOf(merchant)),
    cardNumber,
    saved,
    securityCode,
    digest,
    proofs,
    challenges: merchant.test ? nextChallenges(test, proofs) : nextLiveChallenges(proofs),
  };
}

/** @throws 400 for a forged or expired hint */
async function unsealProofs(hints: readonly string[], digest: string): Promise<ChallengeProof[]> {
  const proofs: ChallengeProof[] = [];
  for (const hint of new Set(hints)) proofs.push(await unsealProof(hint, digest));
  return proofs;
}

const moneyOf = ({ amount }: PaymentBody, { currency }: Merchant) => ({
  amount: amount ? toMinorUnits(amount) : 0,
  currency: amount?.currency ?? currency,
});

/**
 * A payment by another method than a card, after all checks that are possible before the acquirer is asked. An attempt that
 * has begun may have been made, so the merchant's present choice does not end it.
 *
 * @throws 400
 */
async function readMethodOrder(body: PaymentBody, merchant: Payee): Promise<Order> {
  const { method: asked, hints = [], test = {}, payer } = body;
  if (!hints.every(mayUnseal)) throw badHint('one of them is not a hint of Florin, or has expired');
  const digest = digestOf(body);
  const proofs = await unsealProofs(hints, digest);
  const money = moneyOf(body, merchant);
  const account = methodAccountOf(merchant);
  const terms = methodTerms(body, merchant);
  const offered = offeredMethods(merchant, money.amount, money.currency, terms);
  const type = asked?.type ?? '';
  const method =
    proofs.length > 0 && account ? methodAt(account, type) : offered.find((one) => one.type === type);
  if (!method) return refuse('method.type', notOffered(offered, terms));
  const missing = method.needs.filter((field) => payer?.[field] === undefined);
  if (missing.length > 0)
    throw new Refused(
      missing.map((field) => ({ field: `payer.${field}`, message: `Is required for ${method.name}` })),
    );
  if (method.kind === 'code' && asked?.code?.length !== method.digits)
    refuse('method.code', `Must be the ${method.digits} digits that the app shows`);
  if (method.captured === 'at once' && body.capture === false)
    refuse('capture', `Must be true, or absent: ${method.name} captures with the authorization`);
  const follows = followUpsOf(method);
  const { after } = test.method ?? {};
  if (after && !follows.includes(after))
    refuse('test.method.after', `Must be ${['absent', ...follows].join(' or ')} for ${method.name}`);
  return {
    ...{ merchant, test, ...money, method, cardNumber: '', securityCode: '', digest, proofs },
    challenges: nextLiveChallenges(proofs),
  };
}

/** The terms of the link; without one a payment that agrees to later charges is recurring. */
const methodTerms = ({ plan, unplanned }: PaymentBody, { link }: Payee): MethodTerms =>
  link ?? { recurring: plan !== undefined || unplanned !== undefined };

function notOffered(offered: readonly Method[], { recurring }: MethodTerms): string {
  if (recurring) return 'Only cards can be charged again: send `card`';
  return offered.length > 0
    ? `Must be one of ${offered.map(({ type }) => type).join(', ')} for this amount, or pay with \`card\``
    : 'The merchant offers no method but cards for this amount: send `card`';
}

/** {@link meansFaults} has made sure that all of these fields are present. */
type TypedCard = Required<Pick<NonNullable<PaymentBody['card']>, 'number' | 'expiry'>>;

const ownerOf = ({ id, link }: Payee) => ({ merchantId: id, customer: link?.customer });

/** @throws 400 if the merchant's acquirer does not take cards of this scheme */
function requireScheme(number: string, merchant: Merchant): void {
  const scheme = schemeOf(number);
  if (scheme && schemesOf(merchant).includes(scheme)) return;
  const name = schemeNameOf(number);
  if (!name) throw cardError('PAYMENT_CARD_SCHEME_UNKNOWN', 'No scheme that we know has this number');
  throw cardError('PAYMENT_CARD_SCHEME_UNSUPPORTED', `The merchant’s acquirer does not take ${name}`);
}

const digestOf = ({ integration, amount, card, method, test, linkId }: PaymentBody): string =>
  createHash('sha256')
    .update(
      canonical([
        integration.key,
        amount,
        card ? (card.saved ?? card.number?.token) : method?.type,
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
async function unsealToken(
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
const badToken = (field: string) =>
  posError('TOKEN_INVALID', `${field}: this token was not made by the vault, or has expired`);
