import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Properties } from '../template.ts';
import { type AwsAnswer, AwsError, type AwsOptions } from './protocol.ts';

/** Composes a message as it would be sent, and sends nothing. */
const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

/** `SendEmail` of SES, version 2: the e-mail becomes a file that mail programs open. */
export async function answerSes(
  input: Properties,
  { mail, note }: Pick<AwsOptions, 'mail' | 'note'>,
): Promise<AwsAnswer> {
  const { recipients, ...message } = mailOf(input);
  const id = randomUUID();
  const date = new Date();
  const composed = await composer.sendMail({ ...message, date, messageId: `${id}@localhost` });
  const file = join(mail, `${date.toISOString().replaceAll(':', '')}-${id.slice(0, 8)}.eml`);
  await mkdir(mail, { recursive: true, mode: 0o700 });
  // A program that watches the folder sees the file under its final name only when it is complete.
  await writeFile(`${file}.part`, composed.message, { mode: 0o600 });
  await rename(`${file}.part`, file);
  const near = relative(process.cwd(), file);
  note(`E-mail to ${recipients.join(', ')}: ${near.startsWith('..') ? file : near}`);
  return { body: { MessageId: id } };
}

function mailOf({
  FromEmailAddress,
  ReplyToAddresses = [],
  Destination = {},
  Content = {},
}: Properties): SendMailOptions & { recipients: string[] } {
  const { ToAddresses: to = [], CcAddresses: cc = [], BccAddresses: bcc = [] } = Destination;
  const { Subject, Body: { Text, Html } = {} as Properties } = Content.Simple ?? {};
  if (!Content.Simple) throw bad('Only simple content is supported locally');
  if (!FromEmailAddress) throw bad('FromEmailAddress is missing');
  if (!Subject?.Data || !(Text?.Data || Html?.Data)) throw bad('A subject and a body are needed');
  const all = [FromEmailAddress, ...to, ...cc, ...bcc, ...ReplyToAddresses];
  const wrong = all.find((address) => !/^[^\r\n]*?[^\s@<>]+@[^\s@<>]+>?$/.test(address));
  if (wrong !== undefined || to.length + cc.length + bcc.length === 0) throw bad('Illegal address');
  return {
    recipients: to,
    from: senderOf(FromEmailAddress),
    to,
    cc,
    replyTo: ReplyToAddresses,
    subject: Subject.Data,
    text: Text?.Data,
    html: Html?.Data,
    textEncoding: 'quoted-printable', // so that the text in the file is readable
  };
}

/** Decodes the sender's name, which may be encoded (RFC 2047). Nodemailer would otherwise quote the encoded text. */
function senderOf(from: string): { name: string; address: string } {
  const [, words = '', address = from] = /^(.*?)\s*<([^<>]*)>$/.exec(from) ?? [];
  const decode = (_: string, word: string) => Buffer.from(word, 'base64').toString();
  return { name: words.replace(/=\?UTF-8\?B\?([^?]*)\?=\s*/g, decode), address };
}

const bad = (message: string) => new AwsError('BadRequestException', message);
