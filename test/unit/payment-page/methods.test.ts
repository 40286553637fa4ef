import { methods as simulated } from '../../../functions/core/acquirer/simulated/methods.ts';
import { catalogue } from '../../../functions/core/messages/catalogue.ts';
import { languages } from '../../../functions/core/messages/languages.ts';
import type { Link } from '../../../functions/payment-page/link.ts';
import { methodsOn, textsWithMethods } from '../../../functions/payment-page/methods.ts';
import { paymentPage } from '../../../functions/payment-page/payment-page.ts';
import { someMerchant } from '../domain/some-merchant.ts';

const merchant = { ...someMerchant(), methods: ['bancontact', 'mobilepay'] };
const amount = { currency: 'EUR', exponent: 2, value: 4999 };
const link: Link = { merchant, currency: 'EUR', amount, recurring: false, till: false, inline: false };
const view = {
  ...{ query: {}, base: '', messages: catalogue.en.page },
  language: { name: 'en', locale: 'en' } as const,
};

const offered = (over: Partial<Link> = {}, more: object = {}) =>
  methodsOn({ ...view, ...more, link: { ...link, ...over } }).map(({ type }) => type);

test.each([
  ['the region of the browser', 'en;q=0.9,nl-BE', 'da-DK', ['bancontact', 'mobilepay']],
  ['the region of the page’s language', 'en', 'fr-BE', ['bancontact', 'mobilepay']],
  ['the merchant’s country', 'en', 'en', ['mobilepay', 'bancontact']],
  [
    'the merchant’s country, if no method is usual in that of the browser',
    'en-US',
    'en-US',
    ['mobilepay', 'bancontact'],
  ],
  ['a browser that lies', '"><script>-XX', 'en', ['mobilepay', 'bancontact']],
])('the methods usual in the customer’s country come first: %s', (_, accept, locale, order) => {
  expect(offered({}, { accept, language: { name: 'en', locale } })).toEqual(order);
});

test.each<[string, Partial<Link>]>([
  ['that is recurring', { recurring: true }],
  ['whose terms allow cards alone', { made: { methods: [] } as unknown as Link['made'] }],
  ['at a till', { till: true }],
  ['for cards alone', { cardsOnly: true }],
  ['that has ended', { ended: 'used' }],
  ['without an amount', { amount: undefined }],
  ['in another currency', { amount: { currency: 'USD', exponent: 2, value: 4999 } }],
  ['of a merchant that has chosen none', { merchant: someMerchant() }],
  ['of a live merchant without an account', { merchant: { ...merchant, test: false } }],
])('a page %s offers no method', (_, over) => {
  expect(offered(over)).toEqual([]);
});

test('a page without methods contains only what a customer who comes back needs', () => {
  const alone = { ...view, link: { ...link, amount, merchant: someMerchant() } };
  const others = /id="(methods|by-method)"|name="method"|data-for|data-needed/;
  expect(paymentPage(alone).text).toContain('<section id="method" hidden></section>');
  expect(paymentPage(alone).text).not.toMatch(others);
  const { text } = paymentPage({ ...alone, textsOnly: true });
  expect(text).toContain(catalogue.en.page.methods.lost);
  expect(text).not.toMatch(others);
});

test('the first load of a page contains no text that only a chosen method needs', () => {
  const page = { ...view, link: { ...link, amount } };
  const { app, lost, pendingHint, codeHint, gone } = catalogue.en.page.methods;
  const { text } = paymentPage(page);
  for (const each of [app, lost, pendingHint, codeHint, gone, 'Bancontact</bdi>', 'payer-name'])
    expect(text).not.toContain(each);
  expect(paymentPage({ ...page, textsOnly: true }).text).toContain(lost);
});

test.each(languages)(
  'in %s no text of a page with methods assumes that the customer pays by card',
  (name) => {
    const { page } = catalogue[name];
    const texts = textsWithMethods({ ...view, link }, page);
    const words = (text: string) => text.toLowerCase();
    // The word for a card, as the language's name of the choice has it.
    const card = words(page.receipt.card).slice(0, 4);
    const changed = [texts.errors.notCharged, texts.errors.tooMany, texts.payer.name, texts.receipt.card];
    const own = Object.entries(page.methods).filter(([key]) => key !== 'closeTab' && key !== 'tab');
    for (const text of [...changed, ...own.map(([, text]) => text), page.mail.refunded])
      expect(words(text)).not.toContain(card);
  },
);

test('a page asks for what a method needs only with this method', () => {
  const { text } = paymentPage({ ...view, link: { ...link, amount }, textsOnly: true });
  expect(simulated.find(({ type }) => type === 'bancontact')?.needs).toEqual(['name']);
  expect(text).toContain('<div class="field" data-needed="name" hidden>');
  const asking = { ...merchant, ask: ['name' as const] };
  const { text: always } = paymentPage({
    ...view,
    link: { ...link, amount, merchant: asking },
    textsOnly: true,
  });
  expect(always).not.toContain('data-needed');
});

test.each([
  ['en', 'has acquired the claim for payment'],
  ['sv-SE', 'har övertagit fordran'],
  ['da', 'has acquired the claim for payment'],
])('the page shows the sentence that the acquirer of a method requires (%s)', (locale, sentence) => {
  const krona = { ...link, amount: { ...amount, currency: 'SEK' }, currency: 'SEK' };
  const shop = { ...merchant, methods: ['swish'] };
  const language = { name: 'en', locale } as const;
  const { text } = paymentPage({ ...view, language, link: { ...krona, merchant: shop }, textsOnly: true });
  expect(text).toMatch(new RegExp(`<p class="method" data-for="swish" hidden>[^<]*${sentence}`));
  expect(paymentPage({ ...view, link: { ...link, amount }, textsOnly: true }).text).not.toContain(
    'Stripe Technology',
  );
});
