/** An e-mail. Addresses are bare or like `Name <address>`. */
export interface Mail {
  from: string;
  to: string[];
  cc: string[];
  replyTo: string[];
  subject: string;
  text?: string;
  html?: string;
}

/** An e-mail as it goes over the wire (RFC 5322, 2045 to 2047): both its forms, the better one last. */
export function mimeOf(mail: Mail, { id, date }: { id: string; date: Date }): string {
  const parts = [
    ...(mail.text === undefined ? [] : [partOf('plain', mail.text)]),
    ...(mail.html === undefined ? [] : [partOf('html', mail.html)]),
  ];
  const headers = [
    ...addresses('From', [mail.from]),
    ...addresses('To', mail.to),
    ...addresses('Cc', mail.cc),
    ...addresses('Reply-To', mail.replyTo),
    `Subject: ${encodeWords(mail.subject)}`,
    `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${id}>`,
    'MIME-Version: 1.0',
  ];
  return [...headers, ...(parts.length > 1 ? alternatives(parts, id) : (parts[0] ?? []))].join('\r\n');
}

function alternatives(parts: string[][], id: string): string[] {
  // A line of `=` and `_` is none that quoted-printable text can have.
  const boundary = `=_${id.replace(/[^0-9a-z]/gi, '').slice(0, 40)}`;
  return [
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    ...parts.flatMap((part) => [`--${boundary}`, ...part]),
    `--${boundary}--`,
    '',
  ];
}

const partOf = (subtype: string, text: string): string[] => [
  `Content-Type: text/${subtype}; charset=UTF-8`,
  'Content-Transfer-Encoding: quoted-printable',
  '',
  quotePrintable(text),
];

function addresses(name: string, list: readonly string[]): string[] {
  if (list.length === 0) return [];
  const encoded = list.map((address) => {
    const [, display = '', rest = address] = /^(.*\S)\s*(<[^<>]*>)$/s.exec(address) ?? [];
    if (isPlain(address)) return address;
    return display ? `${encodeWords(display.replace(/^"(.*)"$/s, '$1'))}\r\n ${rest}` : rest;
  });
  return [`${name}: ${encoded.join(',\r\n ')}`];
}

const isPlain = (text: string) => /^[\x20-\x7e]*$/.test(text) && !text.includes('=?') && text.length <= 60;

/** Text in a header: as it is where it may be so, else in words that a line of 76 has room for, each on its own. */
export function encodeWords(text: string): string {
  if (isPlain(text)) return text;
  const words: string[] = [];
  let word = '';
  for (const character of text) {
    if (Buffer.byteLength(word + character) > 39) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  words.push(word);
  return words.map((part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`).join('\r\n ');
}

/** Lines of at most 76 characters of ASCII (RFC 2045, section 6.7). */
export function quotePrintable(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(quoteLine)
    .join('\r\n');
}

function quoteLine(line: string): string {
  const bytes = [...Buffer.from(line)];
  const lines: string[] = [];
  let current = '';
  for (const [i, byte] of bytes.entries()) {
    const space = byte === 0x20 || byte === 0x09;
    const literal = space ? i < bytes.length - 1 : byte > 0x20 && byte < 0x7f && byte !== 0x3d;
    const piece = literal
      ? String.fromCharCode(byte)
      : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    if (current.length + piece.length > 75) {
      lines.push(`${current}=`);
      current = '';
    }
    current += piece;
  }
  return [...lines, current].join('\r\n');
}
