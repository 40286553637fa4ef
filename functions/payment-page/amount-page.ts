import { exponentOf } from '#domain/money/currency.ts';
import { maxAmount } from '#domain/money/money.ts';
import { showMoney } from '#domain/money/show-money.ts';
import { Markup, markup, scriptValue } from '#html/markup.ts';
import { mostOfCode } from '#schemas/types.ts';
import { footOf } from './foot.ts';
import { cancelLink, logo, payee, testMark, text, website } from './head.ts';
import { backspace, check, code } from './icons.ts';
import type { Link } from './link.ts';
import type { AmountData } from './page-data.ts';
import { knownParameters } from './query.ts';
import type { View } from './view.ts';

/** The amount screen of a till. Its form opens the same payment link with a `value`. */
export function amountPage(view: View): Markup {
  const { link, query, base, language, messages } = view;
  const { title, next, erase } = messages.till;
  const { offline, trouble } = messages.errors;
  const code = codeOf(link, base);
  const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '00', '0'];
  const data: AmountData = {
    currency: link.currency,
    digits: exponentOf(link.currency),
    locale: language.locale,
    max: maxAmount,
    code,
    messages: { ...messages.till, offline, trouble },
  };
  return markup`<div class="page">${testMark(link, messages)}
<main class="sheet till">
<header>${logo(link, base)}<h1>${payee(link)} ${website(link)}</h1>${text(link)}</header>
<form id="amount" action="${base}/" method="get" novalidate>
<noscript><p class="alert">${messages.form.noScript}</p></noscript>
${knownParameters({ ...query, till: 'y' }).map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`)}
<input type="hidden" name="value" id="value" disabled>
<div class="display"><label for="shown">${title}</label>
<input id="shown" class="amount" inputmode="none" autocomplete="off" enterkeyhint="go" autofocus dir="ltr" translate="no" aria-describedby="amount-error" value="${showMoney(0, link.currency, language.locale)}">
<p class="error" id="amount-error" role="alert"></p></div>
<div class="pad" translate="no">${keys.map((key) => markup`<button type="button" data-key="${key}">${key}</button>`)}
<button type="button" data-key="erase" aria-label="${erase}">${backspace}</button></div>
<div class="go"><button class="primary">${next}</button>${code && phoneButton(view)}</div>
</form>${code && codeParts(view)}${cancelLink(link, messages)}</main>${footOf(view)}</div>
<script type="application/json" id="data">${new Markup(scriptValue(data))}</script>`;
}

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
export function codeParts({ link, messages: { till, bank, receipt, methods } }: View): Markup {
  const words = link.merchant.methods?.length ? { ...receipt, card: methods.paidWith } : receipt;
  const rows = (['date', 'card', 'statement', 'reference', 'transaction'] as const).map(
    (name) => markup`<div><dt>${words[name]}</dt><dd data-part="${name}" translate="no"></dd></div>`,
  );
  return markup`<p id="payable" role="status"></p>
<template id="waiting"><section class="code" aria-labelledby="code-title"><h2 id="code-title" tabindex="-1">${till.scan}</h2>
<p class="amount" data-part="amount" translate="no"></p><img id="qr" alt="${till.scan}"><p id="code-state" role="status"></p>
<button type="button" id="renew" class="primary" hidden>${till.renew}</button><button type="button" id="code-cancel" class="quiet">${bank.cancel}</button></section></template>
<template id="paid"><section class="code" aria-labelledby="paid-title">${check}<h2 id="paid-title" tabindex="-1">${receipt.title}</h2>
<p class="amount" data-part="amount" translate="no"></p><dl>${rows}</dl><button type="button" id="done" class="primary">${receipt.again}</button></section></template>`;
}
