import type { APIGatewayProxyEvent } from 'aws-lambda';
import { header } from './headers.ts';

export interface Language<Name extends string> {
  /** One of Florin's languages. */
  name: Name;
  /** The tag of the language and, if known, the region. The tag decides how numbers and dates are written. */
  locale: string;
}

/**
 * Chooses the language of an answer: the one that the request names (`de`, `de_AT`, `pt-BR`), or else the most wanted
 * one of `Accept-Language` that Florin has, or else English.
 */
export const languageOf = <Name extends string>(
  event: APIGatewayProxyEvent,
  spoken: readonly Name[],
  asked?: string,
): Language<Name | 'en'> => languageFor(header(event, 'accept-language') ?? '', spoken, asked);

/** As {@link languageOf}. @param accept the value of `Accept-Language` */
export function languageFor<Name extends string>(
  accept: string,
  spoken: readonly Name[],
  asked?: string,
): Language<Name | 'en'> {
  const wishes = asked ? [asked] : preferences(accept);
  for (const wish of wishes) {
    const locale = tagOf(wish);
    if (!locale) continue;
    const name =
      spoken.find((one) => one === regionalOf(locale)) ?? spoken.find((one) => one === nameOf(locale));
    if (name) return { name, locale };
  }
  return { name: 'en', locale: 'en' };
}

/** Norwegian without a variety (`no`) means Bokmål. Readers of Nynorsk (`nn`) can read Bokmål too. */
const nameOf = (locale: string): string => {
  const { language } = new Intl.Locale(locale);
  return language === 'no' || language === 'nn' ? 'nb' : language;
};

/** `pt-Latn-BR` → `pt-BR` */
const regionalOf = (locale: string): string => {
  const { language, region } = new Intl.Locale(locale);
  return `${language}-${region}`;
};

/** `de_DE.UTF-8` → `de-DE`; undefined for text that is not a tag, or is longer than any real one. */
function tagOf(text: string): string | undefined {
  const plain = text
    .trim()
    .replace(/[.@].*$/s, '')
    .replaceAll('_', '-');
  if (!/^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-[A-Za-z]{2}|-\d{3})?$/.test(plain)) return undefined;
  return Intl.getCanonicalLocales(plain)[0];
}

/** The languages of `Accept-Language`, the most wanted first (RFC 9110, section 12.5.4). */
function preferences(accept: string): string[] {
  return accept
    .slice(0, 1000)
    .split(',')
    .map((item) => {
      const [tag = '', ...parameters] = item.split(';');
      const quality = parameters.map((text) => /^\s*q=([\d.]+)/.exec(text)?.[1]).find(Boolean);
      return { tag, quality: Number(quality ?? 1) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}
