import { isolate } from '#domain/mail/mail-text.ts';
import { sanitizeText } from '#html/text.ts';
import { t } from './texts.ts';
import type { AuditEntry, Merchant } from './types.ts';

/**
 * The name of a merchant or an app, or its id if nothing of the name can be seen. Any stranger can add the user to a merchant of
 * their own and chooses its name, which must not read as another merchant's or change the text beside it.
 */
export const nameOf = (merchant: Pick<Merchant, 'name' | 'id'>): string =>
  sanitizeText(merchant.name ?? '') || merchant.id;

export const modeText = (test: boolean): string => (test ? t.shell.testShort : t.shell.liveShort);

/** A merchant's name with its mode, where only text can stand: `Shop (Test)`. */
export const nameWithMode = (merchant: Pick<Merchant, 'name' | 'id' | 'test'>): string =>
  `${isolate(nameOf(merchant))} (${modeText(merchant.test)})`;

/** The author of a change: a person, or a till by its name. */
export const authorOf = (user: AuditEntry['user']): string =>
  'till' in user ? `${t.tills.one}: ${user.till}` : user.email;
