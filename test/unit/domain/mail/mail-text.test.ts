import fc from 'fast-check';
import { mailboxOf } from '../../../../functions/core/domain/mail/mail-quotas.ts';
import { isolate, nameInMail, textInMail } from '../../../../functions/core/domain/mail/mail-text.ts';

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
  ['x'.repeat(255), `${'x'.repeat(39)}…`],
  ['The Long Named Trading Company of Copenhagen', 'The Long Named Trading Company of…'],
])('nameInMail turns the shop name %j into %j', (name, expected) => {
  expect(nameInMail(name)).toBe(expected);
});

test.each(['', ' ', '...', '+-', '\u3164', '🙂', '5551234567'])(
  'nameInMail returns nothing for the shop name %j',
  (name) => {
    expect(nameInMail(name)).toBeUndefined();
  },
);

test('nameInMail shortens any shop name to at most 40 characters without links', () => {
  const nasty = fc.constantFrom('.', '/', ':', '@', '\u202e', '\n', 'a', '1', '．', '㏂', 'ﷺ', '\u0301', ' ');
  const names = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(nasty).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(names, (name) => {
      const clean = nameInMail(name) ?? 'x';
      expect([...clean].length).toBeLessThanOrEqual(40);
      expect(clean).toMatch(/^[\p{L}\p{Mn}\p{Mc}\p{Nd}&'’+ -]+…?$/u);
      expect(clean).not.toMatch(/\p{Default_Ignorable_Code_Point}|\p{M}{4}/u);
      expect((clean.match(/\p{Nd}/gu) ?? []).length).toBeLessThanOrEqual(4);
      expect(clean).toBe(clean.trim());
    }),
  );
});

test.each(['محل الورود', 'חנות', 'Café محل'])('isolate keeps the order of what follows %s', (name) => {
  expect(isolate(name)).toBe(`\u2068${name}\u2069`);
});

test('isolate adds nothing to a name without right-to-left letters', () => {
  for (const name of ['Kaffe & Jens', '北京烤鸭店', 'Καφενείο']) expect(isolate(name)).toBe(name);
});

test.each([
  ['Ann@Example.com', 'ann@example.com'],
  ['ann+shop@example.com', 'ann@example.com'],
  ['+ann@example.com', '+ann@example.com'],
  ['a.n.n@example.com', 'a.n.n@example.com'],
  ['a.n.n+1@gmail.com', 'ann@gmail.com'],
  ['ANN@googlemail.com', 'ann@gmail.com'],
])('mail to %s reaches the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});

describe('a text in a mail', () => {
  test.each([
    ['Rechnung 2026-004711 vom 23.11.2026', 'Rechnung 2026-004711 vom 23.11.2026'],
    ['Order 1234567890, 14:30', 'Order 1234567890, 14:30'],
    ['RF18 5390 0754 7034 & 100 % “off”', 'RF18 5390 0754 7034 & 100 % “off”'],
    ['Invoice #1000245/B (3 × 12,50 €)', 'Invoice #1000245/B (3 × 12,50 €)'],
    ['Table 4\nSecond line', 'Table 4\nSecond line'],
    ['<b>bold</b>', '<b>bold</b>'],
    ['4242 4242 4242 4241', '4242 4242 4242 4241'],
    ['4242 4242 4242 4242', '•••• 4242'],
    ['card 4242-4242-4242-4242, 12/30', 'card •••• 4242, 12/30'],
    ['No. 77 4242424242424242 5', 'No. 77 •••• 4242 5'],
    ['3782 822463 10005', '•••• 0005'],
    ['４２４２４２４２４２４２４２４２', '•••• 4242'],
    ['٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢', '•••• 4242'],
    ['4242\u200b42424242\u200b42 42', '•••• 4242'],
    ['See http://evil.test/?a=b', 'See http: evil. test/?a=b'],
    ['evil。test evil．test www.evil.test', 'evil。 test evil. test www. evil. test'],
    ['www.💩.test ❤️.test', 'www.💩. test ❤. test'],
    ['http:/192.0.2.1/a https:\\\\192.0.2.1 MAILTO:x', 'http: /192.0.2.1/a https: \\ \\192.0.2.1 MAILTO: x'],
    ['\\\\192.0.2.1\\a ＼＼server\\a file:\\\\\\a', '\\ \\192.0.2.1\\a \\ \\server\\a file: \\ \\ \\a'],
    ['mail a@b.test', 'mail a @ b. test'],
    ['Call +1 (800) 555-0199 now', 'Call … now'],
    ['\u202Eevil\u202C \u200Bname\u0000', 'evil name'],
    [`e${'\u0301'.repeat(30)}vil`, 'é\u0301\u0301\u0301vil'],
  ])('given as %j appears as %j', (text, expected) => {
    expect(textInMail(text)).toBe(expected);
  });

  test.each(['', ' \n ', '...', '\u200b', '+1 800 555 0199'])(
    'a text in a mail is left out if given as %j',
    (text) => {
      expect(textInMail(text)).toBeUndefined();
    },
  );

  test('a text in a mail is cleaned in an instant, however many groups of digits it has', () => {
    const started = performance.now();
    const digits = '1 '.repeat(400).trim();
    expect(textInMail(digits)).toBe(digits);
    expect(textInMail(`${digits} x 4242 4242 4242 4242`)).toBe(`${digits} x •••• 4242`);
    expect(performance.now() - started).toBeLessThan(2000);
  });

  test('a text in a mail contains no link, no hidden character and no card number, for any input', () => {
    const nasty = fc.constantFrom(
      '.',
      '/',
      ':',
      '\\',
      '@',
      '\u202e',
      '\n',
      '\r',
      'a',
      '．',
      '\u0301',
      ' ',
      '4242424242424242',
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(nasty).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const clean = textInMail(text) ?? 'x';
        expect(clean).not.toMatch(/:\/\/|\p{L}:\S|\\\\|[\p{L}\p{N}]\.\p{L}|\S@\S/u);
        expect(clean).not.toMatch(/\p{Default_Ignorable_Code_Point}|\p{M}{4}|\r|\0/u);
        expect(clean).not.toMatch(/(?<!\p{Nd}[ .-]?)(?:4242){4}(?![ .-]?\p{Nd})/u);
      }),
    );
  });
});
