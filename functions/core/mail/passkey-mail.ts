import { showMoment } from '#basics/time-zone.ts';
import type { PasskeyNews } from '#domain/console/passkey-news.ts';
import { nameInMail } from '#domain/mail/mail-text.ts';
import { markup } from '#html/markup.ts';
import type { ConsoleLanguage } from '#messages/console/languages.ts';
import { passkeyMailMessages } from '#messages/passkey-mail.ts';
import { facts, heading, mailHtml, mailLink, paragraphs } from './html.ts';
import type { Mail } from './ses.ts';

/**
 * Writes the mail that informs a user of a change of their passkeys. Nobody knows the user's time zone, so the time
 * is in UTC.
 *
 * @param page the page of the console that shows the user's sessions and passkeys
 */
export function passkeyMail(
  { kind, email, name, at, device, address, language }: PasskeyNews,
  page: string,
): Mail {
  const messages = passkeyMailMessages[language as ConsoleLanguage];
  const subject = messages[kind];
  const rows = [
    [messages.passkey, nameInMail(name) ?? messages.unknown],
    [messages.time, showMoment(new Date(at), language, 'UTC')],
    [messages.device, device || messages.unknown],
    [messages.address, address || messages.unknown],
  ] as const;
  const lines = rows.map((row) => row.join(': ')).join('\n');
  return {
    to: email,
    subject,
    text: `${[subject, lines, messages.unexpected, page].join('\n\n')}\n`,
    html: mailHtml(
      language,
      markup`${heading(subject)}${facts(rows)}${paragraphs([messages.unexpected])}${mailLink(page)}`,
      { title: subject },
    ),
  };
}
