import { name as da } from 'asset:../core/messages/console/da.json';
import { name as de } from 'asset:../core/messages/console/de.json';
import { name as en } from 'asset:../core/messages/console/en.json';
import type { ConsoleLanguage } from '#messages/console/languages.ts';

/** The names of the files with the texts, by language. */
export const textFiles: Record<ConsoleLanguage, string> = { en, de, da };
