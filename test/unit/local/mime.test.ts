import { encodeWords, type Mail, mimeOf, quotePrintable } from '../../../lib/local/aws/mime.ts';

const mail = (changes: Partial<Mail> = {}): Mail => ({
  from: 'florin@example.com',
  to: ['bob@example.com'],
  cc: [],
  replyTo: [],
  subject: 'Welcome',
  text: 'Hello\n',
  html: '<p>Hello</p>',
  ...changes,
});
const mime = (changes?: Partial<Mail>) =>
  mimeOf(mail(changes), { id: 'ab-cd@localhost', date: new Date('2025-01-02T03:04:05Z') });
const awkward = 'Café Ångström – 日本 😀, "quoted" = fine; '.repeat(4);

const decodeWords = (text: string) =>
  text
    .replace(/\?=\r\n =\?/g, '?==?')
    .replace(/=\?UTF-8\?B\?(.*?)\?=/g, (_, encoded) => Buffer.from(encoded, 'base64').toString());
const decodeQuoted = (text: string) =>
  Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();

test('text and HTML are alternatives, the HTML last', () => {
  expect(mime().split('\r\n')).toEqual([
    'From: florin@example.com',
    'To: bob@example.com',
    'Subject: Welcome',
    'Date: Thu, 02 Jan 2025 03:04:05 +0000',
    'Message-ID: <ab-cd@localhost>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary="=_abcdlocalhost"',
    '',
    '--=_abcdlocalhost',
    'Content-Type: text/plain; charset=UTF-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'Hello',
    '',
    '--=_abcdlocalhost',
    'Content-Type: text/html; charset=UTF-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    '<p>Hello</p>',
    '--=_abcdlocalhost--',
    '',
  ]);
});

test('one form alone is the whole body', () => {
  expect(mime({ html: undefined })).toContain('Content-Type: text/plain');
  expect(mime({ html: undefined })).toMatch(/\r\n\r\nHello\r\n$/);
  expect(mime({ text: undefined })).not.toContain('multipart');
});

test('whatever is in it comes out again, from lines of ASCII that are short enough', () => {
  const text = mime({
    subject: awkward,
    from: `${awkward} <a@b.c>`,
    text: awkward,
    html: `<p>${awkward}</p>`,
  });
  for (const line of text.split('\r\n')) {
    expect(line).toMatch(/^[\x20-\x7e]*$/);
    expect(line.length).toBeLessThanOrEqual(76);
  }
  expect(decodeWords(text)).toContain(`Subject: ${awkward}\r\n`);
  expect(decodeWords(text)).toContain(`From: ${awkward.trim()}\r\n <a@b.c>\r\n`);
  expect(decodeQuoted(text)).toContain(`<p>${awkward}</p>`);
});

test('a header takes no line breaks, and no words that look encoded', () => {
  expect(encodeWords('Hi\r\nBcc: eve@example.com')).toMatch(/^=\?UTF-8\?B\?\S+\?=$/);
  expect(encodeWords('=?UTF-8?B?SGk=?=')).not.toContain('SGk=');
});

test('spaces at the end of a line survive', () => {
  expect(quotePrintable('a \nb\t')).toBe('a=20\r\nb=09');
  expect(quotePrintable('a=b')).toBe('a=3Db');
});
