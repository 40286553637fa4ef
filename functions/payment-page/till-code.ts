import { type Markup, markup } from '#html/markup.ts';
import { mostOfCode } from '#schemas/types.ts';
import type { AmountData } from './amount-data.ts';
import { check, code } from './icons.ts';
import type { Link } from './link.ts';
import type { View } from './view.ts';

/**
 * The request for a code; undefined in a frame, where there is no till, and for a text that would make the code too
 * dense for a camera.
 */
export function codeOf(
  { merchant: { key }, text, reference, recurring, embed }: Link,
  base: string,
): AmountData['code'] {
  const long = [text, reference].some((said = '') => [...said].length > mostOfCode);
  return embed || long ? undefined : { base, asked: { integration: { key }, text, reference, recurring } };
}

/** The button that shows a code to pay the amount on a phone. */
export const phoneButton = ({ messages: { till } }: View): Markup =>
  markup`<button type="button" id="phone" class="quiet" aria-label="${till.phone}" title="${till.phone}">${code}</button>`;

/** The parts in place of the pad: a code that waits for its payment, and then the payment. */
export function codeParts({ messages: { till, bank, receipt } }: View): Markup {
  const rows = (['date', 'card', 'statement', 'reference', 'transaction'] as const).map(
    (name) => markup`<div><dt>${receipt[name]}</dt><dd data-part="${name}" translate="no"></dd></div>`,
  );
  return markup`<p id="payable" role="status"></p>
<template id="waiting"><section class="code" aria-labelledby="code-title"><h2 id="code-title" tabindex="-1">${till.scan}</h2>
<p class="amount" data-part="amount" translate="no"></p><img id="qr" alt="${till.scan}"><p id="code-state" role="status"></p>
<button type="button" id="renew" class="primary" hidden>${till.renew}</button><button type="button" id="code-cancel" class="quiet">${bank.cancel}</button></section></template>
<template id="paid"><section class="code" aria-labelledby="paid-title">${check}<h2 id="paid-title" tabindex="-1">${receipt.title}</h2>
<p class="amount" data-part="amount" translate="no"></p><dl>${rows}</dl><button type="button" id="done" class="primary">${receipt.again}</button></section></template>`;
}
