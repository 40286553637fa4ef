import { type Markup, markup } from '#html/markup.ts';
import { type LanguageName, languages } from '#messages/languages.ts';
import { globe } from './icons.ts';
import { known } from './query.ts';
import type { View } from './view.ts';

/** Below the sheet: the merchant's own pages, and the other languages. */
export const foot = (view: View): Markup => markup`<footer>${ownPages(view)}${languageSwitch(view)}</footer>`;

/** What the merchant has customers read, in a tab of its own, so that no payment is left for it. */
const ownPages = ({ link: { merchant }, messages: { foot } }: View): Markup[] =>
  (['terms', 'privacy'] as const).flatMap((name) => {
    const url = merchant[name];
    return url ? markup`<a href="${url}" target="_blank" rel="noopener noreferrer">${foot[name]}</a>` : [];
  });

/**
 * The same page in another language. Buttons, not a list that goes on as soon as it is touched: with arrow keys nobody
 * would get past its second entry. While a payment is under way there is none, as the tab remembers it by its URL.
 */
function languageSwitch({ link: { made }, query, base, language, messages: { foot } }: View): Markup {
  const others = known({ ...query, locale: undefined });
  return markup`<details class="languages" data-with="card"><summary>${globe}<span class="unseen">${foot.language}: </span>${names[language.name as LanguageName]}</summary>
<form action="${base}/${made && `l/${made.code ?? made.id}`}" translate="no">${others.map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`)}
${languages.map((name) => markup`<button name="locale" value="${name}" lang="${name}"${name === language.name && current}>${names[name]}</button>`)}</form></details>`;
}

const current = markup` aria-current="true"`;

/** What they are called by those who speak them. */
const names: Record<LanguageName, string> = {
  bg: 'Български',
  cs: 'Čeština',
  da: 'Dansk',
  de: 'Deutsch',
  el: 'Ελληνικά',
  en: 'English',
  es: 'Español',
  et: 'Eesti',
  fi: 'Suomi',
  fr: 'Français',
  hr: 'Hrvatski',
  hu: 'Magyar',
  is: 'Íslenska',
  it: 'Italiano',
  lt: 'Lietuvių',
  lv: 'Latviešu',
  nb: 'Norsk',
  nl: 'Nederlands',
  pl: 'Polski',
  pt: 'Português',
  ro: 'Română',
  sk: 'Slovenčina',
  sl: 'Slovenščina',
  sv: 'Svenska',
};
