import { callAws } from '#aws/call.ts';
import { requireVariable } from '#aws/environment.ts';
import { addressWithName } from './address-header.ts';

/** A message to one person, as text and as HTML. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The name beside Florin's own sender address. Must not contain line breaks. */
  sender?: string;
  /** The address for replies. */
  replyTo?: string;
}

/**
 * SES refuses this mail permanently: the address is invalid, or the account is still in SES's sandbox, which sends to
 * verified addresses only. Sending the mail again does not help.
 */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

const refusals = new Set(['MessageRejected', 'BadRequestException']);

const from = requireVariable('MAIL_FROM');

/** Hands a message to SES (API version 2). @throws MailRefused */
export async function sendMail({ to, subject, text, html, sender, replyTo }: Mail): Promise<void> {
  const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });
  const { ok, status, body } = await callAws<{ message?: string }>('ses', {
    path: '/v2/email/outbound-emails',
    headers: { 'content-type': 'application/json' },
    body: {
      FromEmailAddress: addressWithName(sender, from),
      ...(replyTo ? { ReplyToAddresses: [replyTo] } : {}),
      Destination: { ToAddresses: [to] },
      Content: { Simple: { Subject: utf8(subject), Body: { Text: utf8(text), Html: utf8(html) } } },
    },
  });
  // Some messages of SES contain the recipient's address, so the error names only its kind.
  if (ok) return;
  const { __type: type = '' } = body;
  throw new (refusals.has(type) ? MailRefused : Error)(`SES SendEmail failed: ${status} ${type}`);
}
