import { isolate, nameInMail } from '#domain/mail/mail-text.ts';
import { type Role, roleOf } from '#domain/merchants/roles.ts';
import { markup } from '#html/markup.ts';
import { fill, joinLabel } from '#html/text.ts';
import type { PageMessages } from '#messages/messages.ts';
import { facts, heading, mailHtml, mailLink, paragraphs, smallText } from './html.ts';
import type { Mail } from './ses.ts';

/** The facts of an invitation for its mail. The names are as strangers wrote them. */
export interface InvitationFacts {
  /** The merchant's id replaces a name that is not allowed in mails. */
  merchant: { id: string; name: string };
  /** The address of the user who invites, which a sign-in has proven. */
  inviter?: string | undefined;
  /** The app that invites, if no user does. Its id replaces a missing name, and one that is not allowed in mails. */
  app: { id: string; name: string | null };
  role?: Role | undefined;
  /** The number of days for which the link works. */
  days: number;
}

/**
 * Writes the mail that invites a person to a merchant account: who invites, to which account and in which role.
 *
 * @param link signs in and accepts the invitation
 */
export function invitation(
  to: string,
  { merchant, inviter, app, role, days }: InvitationFacts,
  language: string,
  link: string,
  { invitation: messages }: Pick<PageMessages, 'invitation'>,
): Mail {
  const named = { merchant: isolate(nameInMail(merchant.name) ?? merchant.id) };
  const title = fill(messages.subject, named);
  const invited = fill(messages.invited, named);
  const signIn = fill(messages.signIn, { days: String(days) });
  const rows = [
    [messages.by, isolate(inviter ?? nameInMail(app.name ?? '') ?? app.id)],
    [messages.role, messages.roles[roleOf({ role })]],
  ] as const;
  const content = [
    heading(title),
    paragraphs([invited]),
    facts(rows),
    paragraphs([signIn]),
    mailLink(link),
    smallText(messages.unexpected),
  ];
  const said = rows.map(([label, value]) => joinLabel(label, value, language)).join('\n');
  return {
    to,
    subject: title,
    text: `${[invited, said, signIn, link, messages.unexpected].join('\n\n')}\n`,
    html: mailHtml(language, markup`${content}`, { title }),
  };
}
