import { methods as rows } from '#acquirer/simulated/methods.ts';
import { type FollowUp, followUpsOf, type Method } from '#domain/methods/method.ts';
import type { Group, Page } from '../page.ts';
import { cell } from '../render/text.ts';
import { methodTexts } from './method-texts.ts';

/**
 * A page for each method: words for people, and the rules of its row. The rows are those of test mode, which have the rules
 * of real money. They are data alone, which the build can load.
 */
export const methods = (): Group => ({ title: 'Methods of payment', pages: rows.map(pageOf) });

function pageOf(method: Method): Page {
  const { type, name } = method;
  const { title = name, about, customers, notes = [] } = methodTexts[type] ?? { about: name, customers: '' };
  return {
    name: `method-${type}`,
    title,
    description: about,
    markdown: [
      about,
      `**For whom.** ${customers}`,
      '## What the customer does',
      stepsOf(method)
        .map((step, place) => `${place + 1}. ${step}`)
        .join('\n'),
      'The [way back](methods.md#the-way-back-the-customer-comes-back-in-another-browser-or-never) also works in another browser.',
      '## Rules',
      [
        '| rule | value |',
        '|---|---|',
        ...rulesOf(method).map((row) => `| ${row.map(cell).join(' | ')} |`),
      ].join('\n'),
      '[Refunds, captures and voids](methods.md#captures-voids-and-refunds) explains the errors.',
      ...(notes.length > 0 ? ['## Good to know', notes.map((note) => `- ${note}`).join('\n')] : []),
      '## Test cases',
      testsOf(method),
    ].join('\n\n'),
  };
}

const stepsOf = ({ name, kind, digits, needs, minutes, captured }: Method): string[] => [
  kind === 'code'
    ? `The customer chooses ${name}, and types the ${digits} digits that their app shows.`
    : `The customer chooses ${name}${needs.length > 0 ? `, and types their ${needs.map((field) => fields[field]).join(' and ')}` : ''}.`,
  kind === 'code'
    ? `They confirm in the app within ${timeOf(minutes)}. The page waits.`
    : `The page or the app of ${name} opens. They agree there within ${timeOf(minutes)}.`,
  captured === 'at once'
    ? 'The money moves with the agreement, and the payment is captured.'
    : 'The money is held, and you capture it when you dispatch.',
];

const fields: Readonly<Record<Method['needs'][number], string>> = { name: 'name', email: 'e-mail address' };

const rulesOf = (method: Method): [rule: string, value: string][] => [
  ['`type` in the API', `\`${method.type}\``],
  ['currencies', method.currencies.join(', ')],
  ['customers in', method.countries.map((code) => countries.of(code) ?? code).join(', ')],
  ['amounts', amountsOf(method)],
  ['data of the customer', method.needs.map((field) => `\`payer.${field}\``).join(', ') || 'none'],
  ['capture', captureOf(method)],
  ['void', method.captured === 'at once' ? 'none: refund the payment' : 'the whole amount'],
  ['refund', refundOf(method)],
  ['disputes', disputesOf(method)],
  ['increment, later charge, saving', 'none'],
  ['time for the customer', timeOf(method.minutes)],
  ['time until Florin gives up', timeOf(method.minutes + method.settles)],
];

const countries = new Intl.DisplayNames(['en'], { type: 'region' });

const amountsOf = ({ currencies, least = {}, most = {} }: Method): string =>
  currencies
    .flatMap((currency) => {
      const [from, to] = [least[currency], most[currency]];
      const parts = [
        ...(from ? [`from ${shown(from, currency)}`] : []),
        ...(to ? [`to ${shown(to, currency)}`] : []),
      ];
      return parts.length > 0 ? [parts.join(' ')] : [];
    })
    .join(', ') || 'no limit';

/** An amount in minor units: `EUR 0.50`. */
function shown(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' });
  return format
    .format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
    .replace('\u00a0', ' ');
}

const captureOf = ({ captured, partialCapture }: Method): string =>
  captured === 'at once'
    ? 'with the payment'
    : `later, once, ${partialCapture ? 'all or a part; the rest is released' : 'the whole amount'}`;

function refundOf({ refundDays, partialRefund }: Method): string {
  if (refundDays === 0) return 'none';
  const amount = partialRefund ? 'all or parts' : 'the whole amount';
  return refundDays ? `${amount}, within ${refundDays} days` : `${amount}, without a last day`;
}

const disputesOf = ({ disputes }: Method): string => (disputes ? 'possible' : 'none');

const timeOf = (minutes: number): string =>
  minutes === 1
    ? 'a minute'
    : minutes === 60
      ? 'an hour'
      : minutes % 60 === 0
        ? `${minutes / 60} hours`
        : `${minutes} minutes`;

const outcomes: Readonly<Record<FollowUp, string>> = {
  dispute_won: 'a dispute after the capture, which you win',
  dispute_lost: 'a dispute after the capture, which you lose',
  refund_fails: 'each refund fails a few seconds later, and its money is back in your balance',
  authorization_ends: 'what you have not captured after a few seconds is released',
};

function testsOf(method: Method): string {
  const { name, kind, digits, minutes, settles, captured, currencies } = method;
  return [
    `For a test merchant, ${kind === 'code' ? `type any ${digits} digits, and open the page of the simulated bank` : `${name} opens the page of the simulated bank`}. Pay in ${currencies.length > 1 ? 'one of its currencies' : currencies[0]}.`,
    [
      '| answer | outcome |',
      '|---|---|',
      `| Confirm | paid${captured === 'at once' ? ' and captured' : ', and held until you capture'} |`,
      '| Reject | declined, `PAYMENT_REJECTED_BY_ISSUER` |',
      '| Cancel | declined, `PAYMENT_REJECTED` |',
      '| Confirm, late answer | paid 20 seconds after the customer is back |',
      `| No answer | declined after ${timeOf(minutes + settles)}, \`PAYMENT_REJECTED\` |`,
    ].join('\n'),
    'The customer or `test.method.after` chooses what follows the payment:',
    [
      '| `after` | outcome |',
      '|---|---|',
      ...followUpsOf(method).map((after) => `| \`${after}\` | ${outcomes[after]} |`),
    ].join('\n'),
    '[Test cases](methods.md#test-cases-of-the-simulated-bank) lists more, such as the return in another browser.',
  ].join('\n\n');
}

/** The overview of all methods that `docs/methods.md` contains. */
export const methodTable = (): string =>
  [
    '| method | `type` | customers in | currencies | capture | refund | disputes | time |',
    '|---|---|---|---|---|---|---|--:|',
    ...rows.map(
      (row) =>
        `| ${cell(row.name)} | \`${row.type}\` | ${row.countries.slice(0, 3).join(', ')}${row.countries.length > 3 ? ' …' : ''} | ${row.currencies.slice(0, 4).join(', ')}${row.currencies.length > 4 ? ' …' : ''} | ${captureOf(row).replace('; the rest is released', '')} | ${refundOf(row)} | ${disputesOf(row)} | ${timeOf(row.minutes)} |`,
    ),
  ].join('\n');
