import fc from 'fast-check';
import { addressWithName } from '../../../functions/core/mail/address-header.ts';

/** Decodes a header as a mail program does: spaces between encoded words are ignored (RFC 2047, section 6.2). */
const decoded = (header: string): string =>
  Buffer.concat(
    [...header.matchAll(/=\?UTF-8\?B\?([A-Za-z0-9+/=]*)\?=/g)].map(([, word = '']) =>
      Buffer.from(word, 'base64'),
    ),
  ).toString();

test('a name is encoded and stands before the address', () => {
  expect(addressWithName(undefined, 'pay@florin.test')).toBe('pay@florin.test');
  expect(addressWithName('Kaffe', 'pay@florin.test')).toBe('=?UTF-8?B?S2FmZmU=?= <pay@florin.test>');
});

test('no name adds an address or a header, and each encoded word is short and has only whole characters', () => {
  const nasty = fc.constantFrom('<a@evil.test>', '\r\nBcc: b@evil.test', '"', '?=', ',', 'å', '𠮷', ' ');
  const names = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1 }),
    fc.array(nasty, { minLength: 1 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(names, (name) => {
      const header = addressWithName(name, 'pay@florin.test');
      expect(header).toMatch(/^(=\?UTF-8\?B\?[A-Za-z0-9+/=]+\?= )+<pay@florin\.test>$/);
      for (const word of header.split(' ').slice(0, -1)) {
        expect(word.length).toBeLessThanOrEqual(75);
        const bytes = Buffer.from(word.slice(10, -2), 'base64');
        expect(Buffer.from(bytes.toString())).toEqual(bytes);
      }
      expect(decoded(header)).toBe(name);
    }),
  );
});
