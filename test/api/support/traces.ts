import { createHash } from 'node:crypto';

/**
 * Returns every form in which a card number could be in a file or a log: as text, grouped, reversed, encoded, as a
 * number, or hashed. A plain hash reveals the number, because there are few enough numbers to try all of them.
 */
export function formsOf(number: string): Map<string, Buffer> {
  const forms = new Map<string, Buffer>();
  const add = (name: string, form: string | Buffer) => forms.set(name, Buffer.from(form as string));
  const texts = {
    plain: number,
    spaced: number.replace(/(.{4})(?=.)/g, '$1 '),
    dashed: number.replace(/(.{4})(?=.)/g, '$1-'),
    reversed: [...number].reverse().join(''),
  };
  for (const [name, text] of Object.entries(texts)) {
    add(name, text);
    add(`${name}, UTF-16`, Buffer.from(text, 'utf16le'));
    add(`${name}, hex`, Buffer.from(text).toString('hex'));
    // Base64 depends on the position in a group of three bytes. Characters at both ends also encode neighbouring bytes.
    for (const shift of [0, 1, 2])
      add(
        `${name}, base64 + ${shift}`,
        Buffer.from('\0'.repeat(shift) + text)
          .toString('base64')
          .slice(4, -4),
      );
  }
  const integer = Buffer.alloc(8);
  integer.writeBigUInt64BE(BigInt(number));
  add('integer', Buffer.from(integer));
  add('integer, little-endian', Buffer.from(integer).reverse());
  add('packed decimal', Buffer.from(number, 'hex'));
  for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512']) {
    const hash = createHash(algorithm).update(number).digest();
    add(algorithm, hash);
    add(`${algorithm}, hex`, hash.toString('hex'));
    add(`${algorithm}, base64`, hash.toString('base64').replace(/=+$/, ''));
    add(`${algorithm}, base64url`, hash.toString('base64url'));
  }
  return forms;
}

/** Returns the names of the forms that the bytes contain. Hexadecimal forms are found in upper and lower case. */
export function tracesOf(forms: Map<string, Buffer>, bytes: Buffer | string): string[] {
  const haystack = Buffer.from(bytes as string);
  const lower = Buffer.from(haystack.toString('latin1').toLowerCase(), 'latin1');
  return [...forms].flatMap(([name, form]) =>
    haystack.includes(form) || (name.endsWith('hex') && lower.includes(form)) ? [name] : [],
  );
}
