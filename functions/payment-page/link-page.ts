import { name as amountScript } from 'asset:amount.ts';
import { name as embeddedStyles } from 'asset:embedded.css';
import { name as laterStyles } from 'asset:later.css';
import { name as laterScript } from 'asset:later.ts';
import { name as paymentScript } from 'asset:payment.ts';
import { name as savedStyles } from 'asset:saved.css';
import { name as savedScript } from 'asset:saved.ts';
import { name as tillStyles } from 'asset:till.css';
import { capabilitiesOf } from '#acquirer/registry.ts';
import { logoPath } from '#domain/merchants/logo.ts';
import { showMoney } from '#domain/money/show-money.ts';
import { fill } from '#html/text.ts';
import type { Answer } from '#http/answer/answer.ts';
import { html, type Page } from '#http/answer/html-answer.ts';
import { amountPage } from './amount-page.ts';
import { payeeOf } from './head.ts';
import type { Link } from './link.ts';
import { earlyPressScript, endOf, paymentPage } from './payment-page.ts';
import { sheetOf } from './style-sheet.ts';
import type { View } from './view.ts';

/**
 * The page of a link: the payment page if the link has an amount, and otherwise the amount screen before it.
 *
 * @param url the URL before the routes, as messengers need the full URL of an image
 */
export function linkPage(view: View, url: string, page: Pick<Page, 'language' | 'stylesheets'>): Answer {
  const { link, base, messages, textsOnly } = view;
  const { amount, embed, ended } = link;
  const { key, logo } = link.merchant;
  const assetAt = (name: string) => `${base}/assets/${name}`;
  return html(statusOf(ended), {
    ...page,
    title: ended ? endOf(link, ended, messages) : fill(messages.form.title, { merchant: payeeOf(link) }),
    body: (amount ? paymentPage({ ...view, link: { ...link, amount } }) : amountPage(view)).text,
    style: textsOnly ? undefined : sheetOf(link.merchant, link.appearance),
    script: amount && earlyPressScript,
    stylesheets: [
      ...(page.stylesheets ?? []),
      ...[
        ...(amount && !link.till ? [] : [tillStyles]),
        ...(link.cards ? [savedStyles] : []),
        ...(embed ? [embeddedStyles] : []),
      ].map(assetAt),
    ],
    scripts: [
      amount ? paymentScript : amountScript,
      ...(link.cards && link.cards.length > 0 ? [savedScript] : []),
    ].map(assetAt),
    later: amount && { stylesheet: assetAt(laterStyles), script: assetAt(laterScript) },
    icon: logo && base + logoPath(key, logo),
    preview: previewOf(view, url),
    allow: {
      'img-src': logo ? "data: 'self'" : 'data:',
      'connect-src': "'self'",
      'frame-src': framesOf(link),
      // Prevents clickjacking: only the page that opened this one may embed it.
      'frame-ancestors': embed ?? "'none'",
      'report-uri': `${base}/csp-reports`,
    },
  });
}

/** The status of a page. A link that has ended is 410 permanently; a disabled merchant may be enabled again. */
const statusOf = (ended: Link['ended']): number => (ended === 'closed' ? 400 : ended ? 410 : 200);

/** The preview of a link in a messenger: only the payee and the amount. */
function previewOf({ link, language }: View, url: string): Page['preview'] {
  const { amount, merchant } = link;
  return {
    title: payeeOf(link),
    description: amount && showMoney(amount.value, amount.currency, language.locale),
    image: merchant.logo && url + logoPath(merchant.key, merchant.logo),
  };
}

/**
 * The sources of frames on the page: Florin's own, and on live pages the acquirer's, in which the bank asks the
 * customer.
 */
const framesOf = ({ merchant: { test, acquirer } }: Link): string =>
  test || !acquirer ? "'self'" : `'self' ${capabilitiesOf(acquirer).pages()}`;
