import { draw } from '../model/draw.ts';

/** An action of the merchant or a customer, with times in milliseconds since 1970 and amounts in minor units. */
export type Step = { at: number } & (
  | { kind: 'payment'; sale: Sale }
  | { kind: 'capture' | 'refund' | 'void'; sale: Sale; amount: number }
  | { kind: 'payout' }
);

export interface Sale {
  /** The text that the customer reads. */
  text: string;
  amount: number;
  /** One of the card numbers in docs/testing.md. */
  card: string;
  customer: string;
  /** The shop's own reference for the sale. */
  reference: string;
  /** Whether the customer comes by a payment link of the merchant's. */
  byLink: boolean;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The products of the shop, with prices in minor units. */
const products: readonly [text: string, amount: number][] = [
  ['Espresso beans, 250 g', 990],
  ['Filter coffee, 500 g', 1250],
  ['Decaf, 500 g', 1390],
  ['Coffee of the month', 1890],
  ['Travel mug', 2490],
  ['Tasting for two', 3990],
  ['Coffee', 4999],
  ['Hand grinder', 7900],
  ['Barista course', 12_900],
  ['Espresso machine', 24_900],
];

const customers = [
  'Ada Winter',
  'Bo Larsen',
  'Clara Weiß',
  'Dan Okafor',
  'Elif Kaya',
  'Finn Jensen',
  'Grace Moreau',
  'Hugo Silva',
  'Ida Nowak',
  'Jonas Müller',
];

/** The cards of a hundred customers. */
const cards: readonly [share: number, number: string][] = [
  [52, '4100000000000000'],
  [30, '5555555555554444'],
  [8, '4100000000000034'],
  [4, '4100000000000007'],
  [2, '4100000000000004'],
  [1, '4100000000000006'],
  [1, '4100000000000031'],
  [1, '4000000000000259'],
  [1, '4000000000001976'],
];

/** Cards whose captured payments end in a dispute. */
const disputed = new Set(['4000000000000259', '4000000000001976']);

/** Returns the steps of so many days before `end` and of its own day, sorted by time. The seed decides them. */
export function planHistory(end: number, days: number, seed: string): Step[] {
  const steps: Step[] = [];
  const midnight = Math.floor(end / day) * day;
  let orders = 1000;
  for (let back = days; back >= 0; back--) {
    const morning = midnight - back * day;
    const chance = (what: string, of: number | string = '') => draw(seed, back, what, of);
    const isMonday = new Date(morning).getUTCDay() === 1;
    if (isMonday) steps.push({ at: morning + 3 * hour, kind: 'payout' });
    // The shop grows a little, and sells most in the middle of the week.
    const busy = 3 + 2 * Math.sin((new Date(morning).getUTCDay() / 7) * Math.PI) + (days - back) / 45;
    const sales = Math.floor(busy * (0.6 + 0.8 * chance('sales')));
    for (let n = 0; n < sales; n++) {
      const at = morning + 7 * hour + Math.floor(chance('time', n) * 14 * hour);
      // The random number is squared, so that the cheaper products at the beginning of the list sell more often.
      const [text, amount] = products[Math.floor(chance('product', n) ** 2 * products.length)] ?? ['', 0];
      const sale = {
        text,
        amount,
        card: cardOf(chance('card', n)),
        customer: customers[Math.floor(chance('customer', n) * customers.length)] ?? '',
        reference: `Order ${++orders}`,
        byLink: chance('link', n) < 0.25,
      };
      steps.push({ at, kind: 'payment', sale }, ...stepsAfter(sale, at, (what) => chance(what, n)));
    }
  }
  return steps.filter(({ at }) => at < end).sort((a, b) => a.at - b.at);
}

/** Returns the merchant's steps after a payment: it captures most soon, and refunds or voids a few. */
function stepsAfter(sale: Sale, paid: number, chance: (what: string) => number): Step[] {
  const { amount, card } = sale;
  const kind = disputed.has(card) ? 0.5 : chance('fate');
  if (kind < 0.03) return [{ at: paid + 5 * hour, kind: 'void', sale, amount }];
  const captured = paid + Math.floor(20 * minute + chance('packing') * 20 * hour);
  const steps: Step[] = [{ at: captured, kind: 'capture', sale, amount }];
  if (kind > 0.93) {
    const isWhole = chance('part') < 0.5;
    const at = captured + Math.floor((1 + chance('return') * 12) * day);
    steps.push({ at, kind: 'refund', sale, amount: isWhole ? amount : Math.ceil(amount / 3) });
  }
  return steps;
}

function cardOf(chance: number): string {
  let left = chance * 100;
  for (const [share, number] of cards) {
    left -= share;
    if (left < 0) return number;
  }
  return '4100000000000000';
}
