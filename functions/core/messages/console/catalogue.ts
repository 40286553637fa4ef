import da from './da.json';
import de from './de.json';
import en from './en.json';
import type { ConsoleLanguage, ConsoleMessages } from './languages.ts';

/** All texts of the console. A language that lacks a text does not compile. */
export const consoleCatalogue: Record<ConsoleLanguage, ConsoleMessages> = { en, de, da };
