import type en from './en.json';

/** The tags of the languages of the merchants' console. */
export const consoleLanguages = ['en', 'de', 'da'] as const;

export type ConsoleLanguage = (typeof consoleLanguages)[number];

/** The texts of the console in one language; `{…}` are places for values. */
export type ConsoleMessages = typeof en;
