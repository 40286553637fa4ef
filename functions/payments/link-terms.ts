import { mayKeepCards } from '#acquirer/capabilities.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import type { Payer } from '#domain/merchants/payer.ts';
import { toMinorUnits } from '#domain/money/money.ts';
import { type Fault, refuse } from '#domain/outcome.ts';
import { LinkEnded, type PaymentLink, statusOf } from '#domain/transactions/link.ts';
import type { Middleware } from '#http/middleware.ts';
import { posError } from '#http/routes/pos-api.ts';
import type { Requests } from '#schemas/index.ts';

/** A payment, with the languages that its customer's browser asks for. */
type Body = Requests['payment'] & { language?: string };

/** The fields that a link determines for its payments. In other payments the checkout API sends them. */
const linkFields = ['text', 'custom', 'plan', 'unplanned', 'capture'] as const;

type Terms = Pick<Body, 'custom' | 'plan' | 'unplanned'>;

/** The faults of a payment that sends fields which its link determines. */
export const linkFaults = (body: Body): Fault[] =>
  linkFields
    .filter((field) => body.linkId !== undefined && body[field] !== undefined)
    .map((field) => ({ field, message: 'Is set by the payment link: leave it out' }));

/** The terms of a link in the fields of a payment without a link. */
export const termsOf = ({ reference, recurring }: PaymentLink): Terms => ({
  custom: reference === undefined ? undefined : { reference },
  unplanned: recurring ? { merchant: true } : undefined,
});

/** The customer's name and e-mail address, without unknown fields. */
export const payerOf = ({ payer, language }: Body): Payer | undefined =>
  payer?.name === undefined && payer?.email === undefined
    ? undefined
    : { name: payer.name, email: payer.email, language: payer.email && language?.slice(0, 35) };

/** The link as its payment stores it, without its secret code; undefined for a link that no till has made. */
export const tillLinkOf = (link: PaymentLink | undefined): PaymentLink | undefined =>
  link?.code === undefined ? undefined : { ...link, code: undefined };

/**
 * Checks that a payment by a link names the link's merchant and amount. The database transaction that stores the
 * payment checks whether the link may be paid once more: only there, no other payment can come between.
 *
 * @throws Refused
 */
export function requireLink(
  { amount, save, payer }: Body,
  merchant: Merchant,
  link: PaymentLink | undefined,
): asserts link is PaymentLink {
  if (link?.merchantId !== merchant.id) refuse('linkId', 'Must be a payment link of this merchant');
  if (amount?.currency !== link.currency || toMinorUnits(amount) !== link.amount)
    refuse('amount', "Must be the link's amount");
  if (save && !mayKeepCards(merchant, link)) refuse('save', 'Needs a link that names its customer');
  // Checks only the fields that the link itself asks for, as the merchant's setting may change while a customer pays.
  for (const field of link.ask ?? [])
    if (payer?.[field] === undefined) refuse(`payer.${field}`, 'Is required because the link asks for it');
}

/**
 * Checks that the link is open. A payment that began before the link expired continues, since its customer may be at
 * their bank, or may have paid already.
 *
 * @throws LinkEnded
 */
export async function requireOpen(link: PaymentLink, isUnderWay: () => Promise<boolean>): Promise<void> {
  const status = statusOf(link);
  if (status !== 'open' && !(status === 'expired' && (await isUnderWay()))) throw new LinkEnded();
}

/**
 * Answers a payment by an ended link with an error that blames neither the card nor the bank. It must come before
 * `idempotent`, so that its error handler runs later: if the first copy of this request has itself used up the link,
 * `idempotent` returns the recorded answer.
 */
export const endedLinks = (): Middleware => ({
  onError: (request) => {
    if (request.error instanceof LinkEnded)
      request.error = posError(
        'PAYMENT_INTEGRATION_DISABLED',
        'This payment link was paid, has expired or was switched off; nothing was charged',
      );
  },
});
