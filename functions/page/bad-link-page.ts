import { type Markup, markup } from '#html/markup.ts';
import { fill } from '#html/text.ts';
import { payeeOf } from './head.ts';
import { broken } from './icons.ts';
import type { BadLink } from './link.ts';
import type { Messages } from './messages/en.ts';

/** In words for the customer, who can do nothing about it, and in those of the link for whoever has made it. */
export const badLinkPage = (bad: BadLink, messages: Messages): Markup => {
  const { hint, cause } = messages.link;
  return markup`<div class="page"><main class="sheet bad">${broken}<h1>${badLinkTitle(bad, messages)}</h1><p>${hint}</p>
<p class="cause">${cause}: <code lang="en" translate="no">${bad.message}</code></p></main></div>`;
};

export const badLinkTitle = ({ merchant }: BadLink, { link, errors }: Messages): string =>
  merchant ? fill(errors.merchant, { merchant: payeeOf({ merchant }) }) : link.title;

/** Tells `sdk.js`, whichever page has it, that there is something to be seen. */
export const refused = `parent===self||parent.postMessage({florin:'refused'},'*')`;
