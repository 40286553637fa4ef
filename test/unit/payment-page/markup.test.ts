import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { maxAmount } from '../../../functions/core/domain/money/money.ts';
import { catalogue } from '../../../functions/core/messages/catalogue.ts';
import { languages } from '../../../functions/core/messages/languages.ts';
import { amountPage, codeOf } from '../../../functions/payment-page/amount-page.ts';
import { askedPayerFields } from '../../../functions/payment-page/asked-payer.ts';
import type { Link } from '../../../functions/payment-page/link.ts';
import { paymentPage } from '../../../functions/payment-page/payment-page.ts';
import { mostOfCode } from '../../../schemas/types.ts';
import { someMerchant } from '../domain/some-merchant.ts';

const amount = { currency: 'EUR', exponent: 2, value: 4999 };
const card = { bin: '410000', last4: '0000', expiry: '2030-12-31T23:59:59.999Z', scheme: 'visa' };
const saved = { id: 'f'.repeat(24), card } as NonNullable<Link['cards']>[number];
const made = {
  id: 'e'.repeat(24),
  email: 'ann@example.com',
  lines: ['Tea', 'Cup', 'Box', 'Bag'].map((text) => ({ text, quantity: 2, amount: 100 })),
} as unknown as NonNullable<Link['made']>;

const plain = {
  ...{ merchant: someMerchant(), currency: 'EUR', amount, recurring: false, till: false, inline: false },
};

/** The kinds of payment pages. Each has parts that the others do not have. */
const variants: Record<string, Partial<Link>> = {
  plain: {},
  'with all texts': { text: 'Tea', reference: 'T-1', recurring: true, cancel: 'https://example.com/', made },
  'that asks for name and address': { merchant: { ...someMerchant(), ask: ['name', 'email'] } },
  'with a saved card': { cards: [saved], made },
  'of a till': { till: true },
  'in a dialog': { embed: 'https://example.com' },
  'among the fields of a shop': { embed: 'https://example.com', inline: true },
  'that has ended': { ended: 'used', made },
  'with methods': { merchant: { ...someMerchant(), methods: ['mobilepay', 'bancontact'] } },
};

function htmlOf(over: Partial<Link> = {}, name: keyof typeof catalogue = 'en', textsOnly = false): string {
  const view = {
    query: {},
    base: '',
    language: { name, locale: name },
    messages: catalogue[name].page,
    textsOnly,
  };
  const link: Link = { ...plain, ...over };
  return link.amount
    ? paymentPage({ ...view, link: { ...link, amount: link.amount } }).text
    : amountPage({ ...view, link }).text;
}

/** The values of an attribute on the page; several words in one value are names of several elements. */
const valuesOf = (html: string, attribute: string): string[] =>
  [...html.matchAll(new RegExp(`[ "]${attribute}="([^"]*)"`, 'g'))].flatMap(([, value = '']) =>
    value.split(' '),
  );

const idsOf = (html: string) => valuesOf(html, 'id');

/** The attributes of an input. One without a value is empty. */
function attributesOf(html: string, id: string): Record<string, string> {
  const [tag = ''] = new RegExp(`<input id="${id}"[^>]*>`).exec(html) ?? [];
  const named = [...tag.matchAll(/ ([\w-]+)(?:="([^"]*)")?/g)];
  return Object.fromEntries(named.map(([, name, value = '']) => [name, value]));
}

const digits = { inputmode: 'numeric', autocorrect: 'off', spellcheck: 'false', required: '', dir: 'ltr' };

test('browsers fill each field with the right part of a card, bring up digits, and send no field by themselves', () => {
  const html = htmlOf();
  expect(attributesOf(html, 'number')).toEqual({
    ...{ id: 'number', ...digits, autocomplete: 'cc-number', enterkeyhint: 'next', maxlength: '46' },
    ...{ 'aria-describedby': 'number-error', placeholder: '1234 5678 9012 3456' },
  });
  expect(attributesOf(html, 'expiry')).toEqual({
    ...{ id: 'expiry', ...digits, autocomplete: 'cc-exp', enterkeyhint: 'next', maxlength: '14' },
    ...{ 'aria-describedby': 'expiry-error', placeholder: 'MM / YY' },
  });
  const code = {
    ...{ id: 'code', ...digits, autocomplete: 'cc-csc', enterkeyhint: 'go', maxlength: '8' },
    ...{ 'aria-describedby': 'code-error code-hint', placeholder: '123' },
  };
  expect(attributesOf(html, 'code')).toEqual(code);
  const asked = htmlOf(variants['that asks for name and address']);
  expect(attributesOf(asked, 'code')).toEqual({ ...code, enterkeyhint: 'next' });
  expect(attributesOf(asked, 'payer-name')).toMatchObject({ autocomplete: 'cc-name', enterkeyhint: 'next' });
  expect(attributesOf(asked, 'payer-email')).toMatchObject({ autocomplete: 'email', enterkeyhint: 'go' });
  for (const page of [html, asked]) {
    const [form = ''] = /<form id="card".*?<\/form>/s.exec(page) ?? [];
    expect(form).toMatch(/^<form id="card" method="dialog" novalidate>/);
    expect(form).not.toMatch(/<input[^>]* name=/);
  }
});

describe.each([...Object.entries(variants), ['without an amount', { amount: undefined }] as const])(
  'a page %s',
  (_name, over) => {
    test.each(
      languages.flatMap((language) => [
        [language, 'at first', false] as const,
        [language, 'with all texts', true] as const,
      ]),
    )('in %s has each id once, and refers only to ids that it has, %s', (language, _, textsOnly) => {
      const html = htmlOf(over, language, textsOnly);
      const ids = idsOf(html);
      expect(ids.length).toBeGreaterThan(10);
      expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
      const named = ['for', 'aria-describedby', 'aria-labelledby', 'aria-controls'].flatMap((attribute) =>
        valuesOf(html, attribute),
      );
      expect(named.filter((id) => !ids.includes(id))).toEqual([]);
    });
  },
);

test('the pages have each element for which their scripts look', () => {
  const folder = join(__dirname, '../../../functions/payment-page/client');
  const wanted = readdirSync(folder, { encoding: 'utf8', recursive: true })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [
      ...readFileSync(join(folder, file), 'utf8').matchAll(/\bbyId(?:<\w+>)?\('([\w-]+)'\)/g),
    ])
    .map(([, id]) => id ?? '');
  expect(new Set(wanted).size).toBeGreaterThan(30);
  const pages = [...Object.values(variants), { amount: undefined }].map((over) => htmlOf(over, 'en', true));
  const there = new Set(['data', 'later', ...pages.flatMap(idsOf)]);
  expect([...new Set(wanted)].filter((id) => !there.has(id))).toEqual([]);
});

test('at a till, the links to the next customer and to another amount keep the texts of the link', () => {
  const query = { key: 'k', test: '1', value: '49.99', till: 'y', text: 'Tea', locale: 'da' };
  const link: Link & { amount: typeof amount } = { ...plain, till: true };
  const { text: html } = paymentPage({
    ...{ link, query, base: '/pos', language: { name: 'en', locale: 'en' }, messages: catalogue.en.page },
  });
  const next = '/pos/?key=k&test=1&text=Tea&locale=da';
  expect(html).toContain(`href="${next.replaceAll('&', '&#38;')}#4999"`);
  const [, data = ''] = /id="data">(.*?)<\/script>/s.exec(html) ?? [];
  expect(JSON.parse(data)).toMatchObject({ base: '/pos', again: next });
});

test.each([
  ['a letter under ten marks', `A${'\u0301\u0323'.repeat(5)}B`, 'A\u0301\u0323\u0301B'],
  ['a thousand empty lines', `A${'\n \n'.repeat(300)}B`, 'A\n\nB'],
  ['a family of emoji and Persian', '👨‍👩‍👧 می‌خواهم', '👨‍👩‍👧 می‌خواهم'],
])('texts of strangers cover and displace nothing else: %s', (_name, text, shown) => {
  const html = htmlOf({ text, reference: text, merchant: { ...someMerchant(), name: text } });
  const [name, ...texts] = [...html.matchAll(/<bdi>([^<]*)<\/bdi>/g)].map(([, inner]) => inner);
  expect([name, texts[0]]).toEqual([shown, shown]);
  expect(html).toContain(`<dd><bdi>${shown}</bdi></dd>`);
});

test('a merchant whose name is invisible is shown by its descriptor, and other invisible texts are left out', () => {
  const unseen = '\u200b\u2060\ufe0f';
  const { descriptor } = someMerchant();
  const html = htmlOf({ text: unseen, reference: unseen, merchant: { ...someMerchant(), name: unseen } });
  expect(html).toContain(`<h1><span class="payee" translate="no"><bdi>${descriptor}</bdi>`);
  expect(html).not.toMatch(/<bdi>\s*<\/bdi>|class="text"|<dt>Reference/);
});

test.each<[string, Partial<Link>, string[]]>([
  ['a link of the shop', {}, ['name', 'email']],
  ['a payment link that asks for less', { made: { ...made, ask: ['email'] } }, ['email']],
  ['a payment link that asks for nothing', { made: { ...made, ask: [] } }, []],
  ['a till', { till: true }, []],
  ['the fields of a shop', { inline: true }, []],
  ['a link that has ended', { ended: 'used' }, []],
])('the page of %s asks the payer for the right fields', (_, over, asked) => {
  const merchant = { ...someMerchant(), ask: ['email', 'name'] as const };
  expect(askedPayerFields({ ...plain, merchant, ...over } as Link)).toEqual(asked);
});

test('the code of a till names the merchant and the payment, unless the page is in a frame or a text is too long', () => {
  const merchant = { ...someMerchant(), key: 'own' };
  const [text, reference] = ['é'.repeat(mostOfCode), 'T-1'];
  const link: Link = { ...plain, merchant, text, reference, recurring: true };
  const asked = { integration: { key: 'own' }, text, reference, recurring: true };
  expect(codeOf(link, '/pos')).toEqual({ base: '/pos', asked });
  for (const over of [{ embed: 'https://example.com' }, { text: `${text}é` }, { reference: `${text}é` }])
    expect(codeOf({ ...link, ...over }, '/pos')).toBeUndefined();
});

test('the amount screen opens the same link at a till, with the decimals of its currency', () => {
  const query = { key: 'k', text: 'Tea', till: 'n' };
  const view = { base: '/pos', language: { name: 'en', locale: 'en' }, messages: catalogue.en.page } as const;
  const { text: html } = amountPage({
    ...view,
    query,
    link: { ...plain, currency: 'BHD', amount: undefined },
  });
  const [form = ''] = /<form id="amount".*?<\/form>/s.exec(html) ?? [];
  const sent = [...form.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, ...each]) => each);
  expect(Object.fromEntries(sent)).toEqual({ key: 'k', text: 'Tea', till: 'y' });
  const [, data = ''] = /id="data">(.*?)<\/script>/s.exec(html) ?? [];
  expect(JSON.parse(data)).toMatchObject({ currency: 'BHD', digits: 3, max: maxAmount });
});
