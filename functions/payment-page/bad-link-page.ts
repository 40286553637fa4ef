import { name as styles } from 'asset:bad-link.css';
import type { Appearance } from '#domain/merchants/appearance.ts';
import { logoPath } from '#domain/merchants/logo.ts';
import { markup } from '#html/markup.ts';
import { fill, joinLabel } from '#html/text.ts';
import type { Answer } from '#http/answer/answer.ts';
import { html, type Page } from '#http/answer/html-answer.ts';
import type { PageMessages } from '#messages/messages.ts';
import { type FootView, foot } from './foot.ts';
import { logo, payee, payeeOf, website } from './head.ts';
import { brokenLinkIcon } from './icons.ts';
import type { BadLink } from './link.ts';
import type { Query } from './query.ts';
import { readAppearance, sheetOf } from './style-sheet.ts';

/**
 * The page of an invalid link. To the customer it explains the fault in the customer's language. To the developer who
 * made the link it names the invalid parameter and the reason, in English. It has the merchant's branding if the link
 * names a merchant.
 */
export function badLinkPage(
  { status, message, isUnpayable, fault, merchant }: BadLink,
  view: Omit<FootView, 'merchant'>,
  page: Pick<Page, 'language' | 'stylesheets'>,
): Answer {
  const { base, messages } = view;
  const { hint, unpayable, cause } = messages.link;
  const title = titleOf(isUnpayable ? merchant : undefined, messages);
  const branding =
    merchant &&
    markup`<header>${logo({ merchant }, base)}<p class="whose">${payee({ merchant })} ${website({ merchant })}</p></header>`;
  const body = markup`<div class="page"><main class="sheet bad">${branding}${brokenLinkIcon}<h1>${title}</h1>${!isUnpayable && markup`<p>${joinLabel(cause, messages.badLink[fault], view.language.locale)}</p>`}<p>${isUnpayable ? unpayable : hint}</p>
<details class="cause"><summary>${messages.badLink.details}</summary><code lang="en" dir="ltr" translate="no">${message}</code></details></main>${foot({ ...view, merchant })}</div>`;
  const image = merchant?.logo && base + logoPath(merchant.key, merchant.logo);
  return html(status, {
    ...page,
    title,
    body: body.text,
    stylesheets: [...(page.stylesheets ?? []), `${base}/assets/${styles}`],
    style: sheetOf(merchant ?? {}, appearanceIn(view.query)),
    icon: image,
    script: refusalScript,
    allow: {
      'img-src': image ? "data: 'self'" : 'data:',
      'frame-ancestors': '*',
      'report-uri': `${base}/csp-reports`,
    },
  });
}

/** The appearance for the dialog of a shop, if the link has a valid one. */
function appearanceIn({ embed, appearance }: Query): Appearance | undefined {
  const read = embed && appearance ? readAppearance(appearance) : undefined;
  return read && 'fault' in read ? undefined : read;
}

const titleOf = (merchant: BadLink['merchant'], { link, errors }: PageMessages): string =>
  merchant ? fill(errors.merchant, { merchant: payeeOf({ merchant }) }) : link.title;

/**
 * Tells `sdk.js` on the parent page, whatever its origin, that the page can be shown, and that Escape closes the dialog:
 * the parent page gets no keys while the focus is in this one.
 */
export const refusalScript = `if(parent!==self){parent.postMessage({florin:'refused',title:document.title},'*');onkeydown=e=>e.key==='Escape'&&parent.postMessage({florin:'closed'},'*')}`;
