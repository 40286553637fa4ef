import { readFileSync } from 'node:fs';
import type { Messages } from './en.ts';
import type { Name } from './names.ts';

const known = new Map<Name, Messages>();

/** What the page says in a language, from the file that `lib/build/messages.ts` has put beside the bundle. */
export function messagesIn(name: Name): Messages {
  const messages =
    known.get(name) ?? JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8'));
  known.set(name, messages);
  return messages;
}
