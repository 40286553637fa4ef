import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the sent messages in the folder for e-mail, the oldest first. */
export const rawMails = (folder: string): string[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'));

/** Returns the recipients of mails, one entry for each mail. */
export const recipients = (folder: string): string[] =>
  rawMails(folder).map((raw) => /^To: (.*?)\r?$/m.exec(raw)?.[1] ?? '');

/**
 * Calls `what` while mail cannot be delivered, because a file is in the place of the folder. Use this function only
 * with a test file's own Florin, as no test can read mails during the call.
 */
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
