import { callAws } from '#aws/call.ts';
import { requireVariable } from '#aws/environment.ts';
import { addressWithName } from './sender.ts';

/** A message to one person, as text and as HTML. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The name beside our address, which stays ours. Without line breaks. */
  sender?: string;
  /** The address for replies. */
  replyTo?: string;
}

/** SES takes this mail from nobody: the address is none, or it sends to few. Trying again does not help. */
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
  // SES names the address in some of its messages, so only the kind of the error is told.
  if (ok) return;
  const { __type: type = '' } = body;
  throw new (refusals.has(type) ? MailRefused : Error)(`SES SendEmail failed: ${status} ${type}`);
}
