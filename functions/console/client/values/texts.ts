import { isolate } from '#domain/mail/mail-text.ts';
import { sanitizeText } from '#html/text.ts';
import { type ConsoleLanguage, type ConsoleMessages, consoleLanguages } from '#messages/console/languages.ts';
import { storeChoice, storedChoice } from '../browser/memory.ts';

/** The texts in the chosen language. `loadTexts` sets them before anything is drawn. */
export let t: ConsoleMessages;

/** The language of `t`. */
export let language: ConsoleLanguage = 'en';

/** The tag for numbers and dates: the browser's region for the language, for instance `en-GB`. */
export let locale = 'en';

const isKnown = (name: string | null | undefined): name is ConsoleLanguage =>
  consoleLanguages.some((one) => one === name);

const nameOf = (tag: string): string => tag.split('-')[0]?.toLowerCase() ?? '';

/**
 * The language that the user has chosen in this browser, or else the first of the browser's languages that the
 * console has, or else English.
 */
export function preferredLanguage(wishes: readonly string[] = navigator.languages): ConsoleLanguage {
  const chosen = storedChoice('language');
  return isKnown(chosen) ? chosen : (wishes.map(nameOf).find(isKnown) ?? 'en');
}

/** Loads the texts of a language. @throws if the file cannot be loaded; the texts stay as they were */
export async function loadTexts(name: ConsoleLanguage, url: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`No texts: ${response.status}`);
  useTexts(name, await response.json());
}

export function useTexts(name: ConsoleLanguage, texts: ConsoleMessages, tags = navigator.languages): void {
  t = texts;
  language = name;
  locale = tags.find((tag) => nameOf(tag) === name) ?? name;
}

export const chooseLanguage = (name: ConsoleLanguage): void => storeChoice('language', name);

/**
 * Puts values into the placeholders of a text. Some values are strangers' names. Characters that reorder the rest of the
 * text are removed, and values with right-to-left letters are isolated, each one of a list.
 */
export const fill = (message: string, values: Record<string, string | number | readonly string[]>): string =>
  message.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name] ?? place;
    return typeof value === 'object'
      ? new Intl.ListFormat(locale).format(value.map(nameInText))
      : nameInText(String(value));
  });

const nameInText = (name: string): string => isolate(sanitizeText(name));

interface CountForms {
  one: string;
  other: string;
}

/** A text about a number: "1 line", "12 lines". */
export function countText(forms: CountForms, count: number): string {
  const form = new Intl.PluralRules(locale).select(count) === 'one' ? forms.one : forms.other;
  return fill(form, { count: new Intl.NumberFormat(locale).format(count) });
}
