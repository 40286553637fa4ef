import type { APIGatewayProxyEvent } from 'aws-lambda';
import { header } from './headers.ts';

export interface Language<Name extends string> {
  /** One of those that we speak. */
  name: Name;
  /** Tag of the language and, where known, the region: how numbers and dates are written. */
  locale: string;
}

/**
 * The language to answer in: the one that is asked for by name (`de`, `de_AT`, `pt-BR`), else the best that the
 * browser prefers, else English.
 */
export function languageOf<Name extends string>(
  event: APIGatewayProxyEvent,
  spoken: readonly Name[],
  asked?: string,
): Language<Name | 'en'> {
  const wishes = asked ? [asked] : preferences(header(event, 'accept-language') ?? '');
  for (const wish of wishes) {
    const locale = tagOf(wish);
    if (!locale) continue;
    const name =
      spoken.find((one) => one === regionalOf(locale)) ?? spoken.find((one) => one === nameOf(locale));
    if (name) return { name, locale };
  }
  return { name: 'en', locale: 'en' };
}

/** Norwegian is Bokmål unless it says otherwise, and who reads Nynorsk reads Bokmål. */
const nameOf = (locale: string): string => {
  const { language } = new Intl.Locale(locale);
  return language === 'no' || language === 'nn' ? 'nb' : language;
};

/** `pt-Latn-BR` → `pt-BR` */
const regionalOf = (locale: string): string => {
  const { language, region } = new Intl.Locale(locale);
  return `${language}-${region}`;
};

/** `de_DE.UTF-8` → `de-DE`; undefined for what is no tag, or one too long to be a person's. */
function tagOf(text: string): string | undefined {
  const plain = text
    .trim()
    .replace(/[.@].*$/s, '')
    .replaceAll('_', '-');
  if (!/^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-[A-Za-z]{2}|-\d{3})?$/.test(plain)) return undefined;
  return Intl.getCanonicalLocales(plain)[0];
}

/** `Accept-Language`, the most wanted first (RFC 9110, section 12.5.4). */
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
