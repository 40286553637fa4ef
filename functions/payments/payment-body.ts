import { webUrl, webUrlFault } from '#basics/web-url.ts';
import { isCurrency } from '#domain/money/currency.ts';
import type { Money } from '#domain/money/money.ts';
import { maxAmount, toMinorUnits } from '#domain/money/money.ts';
import { type Fault, Refused } from '#domain/outcome.ts';
import { customFaults } from '#domain/transactions/custom.ts';
import type { Requests } from '#schemas/index.ts';
import { linkFaults } from './link-terms.ts';

/** A payment, with the languages that its customer's browser asks for. */
export type PaymentBody = Requests['payment'] & { language?: string };

/**
 * Checks everything that depends only on the body: amounts, custom fields, and fields that exclude each other.
 *
 * @throws Refused
 */
export function checkBody(body: PaymentBody): void {
  const { custom, plan } = body;
  const faults = [
    ...moneyFaults(body),
    ...linkFaults(body),
    ...customFaults(custom),
    ...customFaults(plan, 'plan'),
    ...savingFaults(body),
    ...returnFaults(body),
  ];
  if (faults.length > 0) throw new Refused(faults);
}

/** A card can be saved only if the customer has typed it, and only by a link that the merchant's server has made. */
const savingFaults = ({ card, save, linkId }: PaymentBody): Fault[] => [
  ...(card?.saved !== undefined && (card.number || card.expiry)
    ? [{ field: 'card.saved', message: 'Must not be sent together with a number or an expiry' }]
    : []),
  ...(save && (!card || card.saved !== undefined || linkId === undefined)
    ? [{ field: 'save', message: 'Needs a card that is typed, and a link that names its customer' }]
    : []),
];

const returnFaults = ({ method }: PaymentBody): Fault[] =>
  method?.returnUrl === undefined || webUrl(method.returnUrl)
    ? []
    : [{ field: 'method.returnUrl', message: webUrlFault(method.returnUrl, 'Must be an http or https URL') }];

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

/**
 * The faults that the schema cannot find: a payment has either a card or a method, and a card that is not saved needs a
 * number and an expiry.
 */
export function meansFaults({ card, method }: Partial<Requests['payment']>): Fault[] {
  if (method) return card ? [{ field: 'card', message: 'Must not be sent together with a method' }] : [];
  if (!card) return [{ field: 'card', message: 'Is required, unless `method` is sent' }];
  const needed = card.saved === undefined ? (['number', 'expiry'] as const) : [];
  return needed
    .filter((field) => card[field] === undefined)
    .map((field) => ({ field: `card.${field}`, message: 'Is required' }));
}
