import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Folders } from '../stack/bundle-folders.ts';
import { importBuilt } from './import-built.ts';

/**
 * The parts of the catalogue, by the functions that read them. `prefix` stands before the language in the file's name.
 */
const readers = [
  { entry: 'payment-page/get', part: 'page', prefix: '' },
  { entry: 'payment-page/get-link', part: 'page', prefix: '' },
  { entry: 'payments/show-challenge-frame', part: 'bank', prefix: '' },
  { entry: 'payments/show-simulated-bank', part: 'bank', prefix: '' },
  { entry: 'payments/answer-simulated-bank', part: 'bank', prefix: '' },
  { entry: 'payments/return-from-method', part: 'page', prefix: '' },
  { entry: 'jobs/send-mail', part: 'page', prefix: '' },
  { entry: 'jobs/publish-events', part: 'page', prefix: '' },
  { entry: 'jobs/watch-page', part: 'page', prefix: '' },
  { entry: 'jobs/send-mail', part: 'notice', prefix: 'notice.' },
  { entry: 'jobs/summarize-day', part: 'notice', prefix: 'notice.' },
] as const;

/** The catalogue of all messages. */
export const catalogueFile = 'functions/core/messages/catalogue.ts';

/** Whether a function has messages beside its bundle. */
export const isSpeaking = (entry: string): boolean => readers.some((reader) => reader.entry === entry);

/**
 * Writes a function's messages beside its bundle, one file for each of the 24 languages. The function reads the file
 * of the customer's language on demand, so that no bundle contains the messages.
 *
 * @param file the path of the catalogue
 */
export async function writeMessages(
  file: string,
  entries: readonly string[],
  folder: Folders,
): Promise<void> {
  const speaking = readers.filter(({ entry }) => entries.includes(entry));
  if (speaking.length === 0) return;
  const { catalogue } = await importBuilt(file);
  const files = Object.entries<Record<string, unknown>>(catalogue).flatMap(([language, messages]) =>
    speaking.map(({ entry, part, prefix }) =>
      writeFile(join(folder(entry), `${prefix}${language}.json`), JSON.stringify(messages[part])),
    ),
  );
  await Promise.all(files);
}
