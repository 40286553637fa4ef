import { markup } from '#html/markup.ts';
import { html, type Page } from '#html/page.ts';
import { fill } from '#html/text.ts';
import type { Answer } from '#http/answer.ts';
import type { PageMessages } from '#messages/messages.ts';
import { payeeOf } from './head.ts';
import { broken } from './icons.ts';
import type { BadLink } from './link.ts';

/** In words for the customer, who can do nothing about it, and in those of the link for whoever has made it. */
export function badLinkPage(
  bad: BadLink,
  messages: PageMessages,
  page: Pick<Page, 'language' | 'stylesheets'>,
): Answer {
  const { hint, unpayable, cause } = messages.link;
  const title = titleOf(bad, messages);
  const body = markup`<div class="page"><main class="sheet bad">${broken}<h1>${title}</h1><p>${bad.merchant ? unpayable : hint}</p>
<p class="cause">${cause}: <code lang="en" translate="no">${bad.message}</code></p></main></div>`;
  return html(bad.status, {
    ...page,
    title,
    body: body.text,
    script: refused,
    allow: { 'frame-ancestors': '*' },
  });
}

const titleOf = ({ merchant }: BadLink, { link, errors }: PageMessages): string =>
  merchant ? fill(errors.merchant, { merchant: payeeOf({ merchant }) }) : link.title;

/** Tells `sdk.js`, whichever page has it, that there is something to be seen. */
const refused = `parent===self||parent.postMessage({florin:'refused'},'*')`;
