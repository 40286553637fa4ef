import type { Merchant } from '#domain/merchants/merchant.ts';
import { type Markup, markup } from '#html/markup.ts';
import { type LanguageName, languages } from '#messages/languages.ts';
import { globe } from './icons.ts';
import { knownParameters } from './query.ts';
import type { View } from './view.ts';

/**
 * The footer's data. `merchant` is absent if it is unknown; `path` is the page to show in another language, by default
 * the present page.
 */
export interface FootView extends Omit<View, 'link'> {
  path?: string;
  merchant?: Merchant;
}

/** The footer below the sheet: the merchant's own pages, and the other languages. */
export const foot = (view: FootView): Markup =>
  markup`<footer>${ownPages(view)}${languageSwitch(view)}</footer>`;

/** The footer of the page of a link. */
export const footOf = ({ link: { made, merchant }, ...view }: View): Markup =>
  foot({ ...view, merchant, path: made ? `l/${made.code ?? made.id}` : '' });

/**
 * Links to the merchant's own pages for customers. They open in another tab, so that customers do not leave the
 * payment for them.
 */
const ownPages = ({ merchant, messages: { foot } }: FootView): Markup[] =>
  (['terms', 'privacy'] as const).flatMap((name) => {
    const url = merchant?.[name];
    return url ? markup`<a href="${url}" target="_blank" rel="noopener noreferrer">${foot[name]}</a>` : [];
  });

/**
 * Buttons for the same page in other languages. A select element would leave the page at the first arrow key, so that
 * keyboard users could not get past its second entry. The buttons are hidden while a payment is under way, as the tab
 * stores the payment under the page's URL.
 */
function languageSwitch({ path, query, base, language, messages: { foot } }: FootView): Markup {
  const others = knownParameters({ ...query, locale: undefined });
  return markup`<details class="languages" data-with="card"><summary>${globe}<span class="unseen">${foot.language}: </span>${names[language.name as LanguageName]}</summary>
<form${path !== undefined && markup` action="${base}/${path}"`} translate="no">${others.map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`)}
${languages.map((name) => markup`<button name="locale" value="${name}" lang="${name}"${name === language.name && current}>${names[name]}</button>`)}</form></details>`;
}

const current = markup` aria-current="true"`;

/** The name of each language in that language. */
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
  'pt-BR': 'Português (Brasil)',
  ro: 'Română',
  sk: 'Slovenčina',
  sl: 'Slovenščina',
  sv: 'Svenska',
};
