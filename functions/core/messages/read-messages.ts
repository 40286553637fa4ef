import { readFileSync } from 'node:fs';
import type { LanguageName } from './languages.ts';
import type { Messages } from './messages.ts';

/**
 * Makes a function that reads a function's texts in the requested language, from the file that `lib/build/messages.ts`
 * puts next to the bundle.
 *
 * @param prefix of the files' names, for a function that reads several parts
 */
export function messageReader<Part extends keyof Messages>(
  prefix = '',
): (language: LanguageName) => Messages[Part] {
  const known = new Map<LanguageName, Messages[Part]>();
  return (language) => {
    const messages = known.get(language) ?? read(language);
    known.set(language, messages);
    return messages;
  };

  function read(language: LanguageName): Messages[Part] {
    return JSON.parse(readFileSync(new URL(`./${prefix}${language}.json`, import.meta.url), 'utf8'));
  }
}
