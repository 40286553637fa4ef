import fc from 'fast-check';
import { mailboxOf, nameInMail } from '../../../functions/core/domain/mail.ts';

test.each([
  ['Coffee & John', 'Coffee & John'],
  ["O'Neill’s Bücher-Stube + Café", "O'Neill’s Bücher-Stube + Café"],
  ['北京烤鸭店', '北京烤鸭店'],
  ['हिन्दी दुकान', 'हिन्दी दुकान'],
  ['7-Eleven', '7-Eleven'],
  ['Brewery 1872', 'Brewery 1872'],
  ['  Smith\t&\r\nSons  ', 'Smith & Sons'],
  ['Smith & Co. Ltd.', 'Smith & Co Ltd'],
  ['Win! See http://evil.test/?a=b', 'Win See http evil test a b'],
  ['evil。test evil．test', 'evil test evil test'],
  ['mail me: a@b.test', 'mail me a b test'],
  ['Call +45 12 34 56 78 now', 'Call + now'],
  ['Call ١٢٣٤٥٦٧٨', 'Call'],
  ['\u202Eevil\u202C \u200Bname\u0000', 'evil name'],
  [`e${'\u0301'.repeat(30)}vil`, 'é\u0301\u0301\u0301vil'],
  ['<b>bold</b>', 'b bold b'],
  ['x'.repeat(255), 'x'.repeat(40)],
])('%j is %j in a mail', (name, expected) => {
  expect(nameInMail(name)).toBe(expected);
});

test.each(['', ' ', '...', '+-', '\u3164', '🙂', '5551234567'])('nothing is left of %j', (name) => {
  expect(nameInMail(name)).toBeUndefined();
});

test('of whatever name, no more than a few words without links is left', () => {
  const nasty = fc.constantFrom('.', '/', ':', '@', '\u202e', '\n', 'a', '1', '．', '㏂', 'ﷺ', '\u0301', ' ');
  const names = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(nasty).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(names, (name) => {
      const clean = nameInMail(name) ?? 'x';
      expect([...clean].length).toBeLessThanOrEqual(40);
      expect(clean).toMatch(/^[\p{L}\p{Mn}\p{Mc}\p{Nd}&'’+ -]+$/u);
      expect(clean).not.toMatch(/\p{Default_Ignorable_Code_Point}|\p{M}{4}/u);
      expect((clean.match(/\p{Nd}/gu) ?? []).length).toBeLessThanOrEqual(4);
      expect(clean).toBe(clean.trim());
    }),
  );
});

test.each([
  ['Ann@Example.com', 'ann@example.com'],
  ['ann+shop@example.com', 'ann@example.com'],
  ['+ann@example.com', '+ann@example.com'],
  ['a.n.n@example.com', 'a.n.n@example.com'],
  ['a.n.n+1@gmail.com', 'ann@gmail.com'],
  ['ANN@googlemail.com', 'ann@gmail.com'],
])('%s leads to the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
