import { type Markup, markup } from '#http/markup.ts';
import { broken } from './icons.ts';
import type { BadLink } from './link.ts';
import type { Messages } from './messages/en.ts';

/** In words for the customer, who can do nothing about it, and in those of the link for whoever has made it. */
export const badLinkPage = ({ message }: BadLink, { link }: Messages): Markup =>
  markup`<div class="page"><main class="sheet bad">${broken}<h1>${link.title}</h1><p>${link.hint}</p>
<p class="cause">${link.cause}: <code lang="en" translate="no">${message}</code></p></main></div>`;
