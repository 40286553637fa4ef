import { exponentOf } from '#domain/money/currency.ts';
import { maxAmount } from '#domain/money/money.ts';
import { showMoney } from '#domain/money/show-money.ts';
import { scriptValue } from '#html/escape.ts';
import { Markup, markup } from '#html/markup.ts';
import type { AmountData } from './amount-data.ts';
import { footOf } from './foot.ts';
import { cancelLink, logo, payee, testMark, text, website } from './head.ts';
import { backspace } from './icons.ts';
import { knownParameters } from './query.ts';
import { codeOf, codeParts, phoneButton } from './till-code.ts';
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
