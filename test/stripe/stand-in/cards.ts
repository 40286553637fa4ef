/** The behaviour of a card of Stripe's test mode (https://docs.stripe.com/testing). */
export interface TestCard {
  /**
   * Set if the bank declines the card: an error code, or the reason of a `card_declined`, perhaps with advice
   * (https://docs.stripe.com/declines/card#retrying-issuer-declines).
   */
  declined?: { code: string; decline_code?: string; advice_code?: string; network_advice_code?: string };
  /** Set if the bank requires 3-D Secure; `unless saved`: only until it is saved; `never`: the card has no 3-D Secure. */
  tds?: 'always' | 'unless saved' | 'never';
  oneCapture?: true;
  /** The bank answers later. */
  processes?: true;
  /** The events that follow the charge. */
  after?: { dispute?: { reason: string; status: string }; warning?: string };
  refund?: 'fails later' | 'pending';
}

export const declinedCard = (decline_code: string): TestCard => ({
  declined: { code: 'card_declined', decline_code },
});
const refused = (code: string): TestCard => ({ declined: { code } });

/** The test cards by number. All other cards can be charged. */
export const testCards: Record<string, TestCard> = {
  '4000000000000002': declinedCard('generic_decline'),
  '4000000000009995': declinedCard('insufficient_funds'),
  '4000000000009987': declinedCard('lost_card'),
  '4000000000009979': declinedCard('stolen_card'),
  '4000000000000069': refused('expired_card'),
  '4000000000000127': refused('incorrect_cvc'),
  '4000000000000119': refused('processing_error'),
  '4000000000006975': declinedCard('card_velocity_exceeded'),
  '4100000000000019': declinedCard('fraudulent'),
  '4000002500003155': { tds: 'unless saved' },
  '4000002760003184': { tds: 'always' },
  '4000000000003220': { tds: 'always' },
  '4000000000003063': { tds: 'always' },
  '4000008260003178': { tds: 'always', ...declinedCard('insufficient_funds') },
  '4000008400001629': { tds: 'always', ...declinedCard('generic_decline') },
  '378282246310005': { tds: 'never' },
  '4000008400000076': { oneCapture: true },
  // Stripe has no such test card.
  '4000003560000008': { processes: true },
  '4000000000000259': { after: { dispute: { reason: 'fraudulent', status: 'needs_response' } } },
  '4000000000002685': { after: { dispute: { reason: 'product_not_received', status: 'needs_response' } } },
  '4000000000001976': { after: { dispute: { reason: 'fraudulent', status: 'warning_needs_response' } } },
  '4000000000005423': { after: { warning: 'unauthorized_use_of_card' } },
  '4000000000005126': { refund: 'fails later' },
  '4000000000007726': { refund: 'pending' },
};

/** Luhn's sum: a number that fails it is `incorrect_number`. */
export function isNumber(number: string): boolean {
  const digits = [...number].reverse().map(Number);
  const sum = digits.reduce((sum, digit, index) => {
    const doubled = digit * 2;
    return sum + (index % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return /^\d{12,19}$/.test(number) && sum % 10 === 0;
}

export const brandOf = (number: string): string =>
  brands.find(([start]) => start.test(number))?.[1] ?? 'visa';

/** https://docs.stripe.com/testing#cards */
const brands: [start: RegExp, brand: string][] = [
  [/^3[47]/, 'amex'],
  [/^(5|2[2-7])/, 'mastercard'],
  [/^3[068]/, 'diners'],
  [/^35/, 'jcb'],
  [/^6(011|4|5)/, 'discover'],
  [/^62/, 'unionpay'],
];
