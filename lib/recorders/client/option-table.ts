import { type OptionName, optionNames } from '../../../functions/payment-page/client/sdk/option-names.ts';

const meanings: Readonly<Record<OptionName, readonly [type: string, meaning: string]>> = {
  link: [
    'text',
    'The `url` or the `id` of a link that your server has made. The link sets every option below that has "no".',
  ],
  amount: [
    '`{currency, exponent, value}`',
    'Without a link: `value / 10 ** exponent` of the major unit, both integers. EUR 49.99 is `{currency: "EUR", exponent: 2, value: 4999}`.',
  ],
  test: [
    'boolean, object or `auto`',
    'Without a link: set it for a test merchant, and leave it out for a live one; with `auto` the key decides. An object chooses the outcome at the simulated acquirer, also with a link.',
  ],
  text: ['text', 'Shown to the customer.'],
  description: ['text', 'Another name for `text`.'],
  reference: ['text', 'Stored as `custom.reference`. Give each order its own.'],
  custom: ['any JSON', 'Up to 50 KB, stored with the transaction.'],
  plan: ['object', 'The agreement about [later payments](recurring.md).'],
  unplanned: ['object', 'The agreement about later payments without a plan: `{merchant: true}`.'],
  recurring: ['boolean', 'Whether you may charge the card again. The page says so.'],
  receipt: [
    'boolean',
    '`false` closes the dialog as soon as the customer has paid. Card fields show no receipt.',
  ],
  locale: ['text', '`de` or `de_AT`; the language of the browser by default.'],
  appearance: ['object', '[Theme, font, radius and colours](#how-it-looks-in-your-page).'],
  methods: [
    'boolean',
    '`false` offers cards alone. By default the page also offers the other methods that you have switched on.',
  ],
};

/** Replaces the table of the options of `sdk.js` in `docs/payment-link.md`. */
export const withOptions = (page: string): string =>
  page.replace(/^\| option \| type .*\n(\|.*\n)+/m, () => `${table()}\n`);

const table = (): string =>
  [
    '| option | type | with a link | meaning |',
    '|---|---|---|---|',
    ...Object.entries(meanings).map(
      ([name, [type, meaning]]) =>
        `| \`${name}\` | ${type} | ${optionNames[name as OptionName] ? 'yes' : 'no'} | ${meaning} |`,
    ),
  ].join('\n');
