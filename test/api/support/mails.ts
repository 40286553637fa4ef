import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The messages in the folder that e-mail is written to, as they went out, the oldest first. */
export const rawMails = (folder: string): string[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'));

/** The recipients of mails, one entry for each mail. */
export const recipients = (folder: string): string[] =>
  rawMails(folder).map((raw) => /^To: (.*?)\r?$/m.exec(raw)?.[1] ?? '');

/** Where the folder is a file, nothing can be delivered. */
export async function withoutMail(folder: string, what: () => Promise<unknown>): Promise<void> {
  const away = `${folder}.away`;
  renameSync(folder, away);
  writeFileSync(folder, '');
  try {
    await what();
  } finally {
    rmSync(folder);
    renameSync(away, folder);
  }
}
