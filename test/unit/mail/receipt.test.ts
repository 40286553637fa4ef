import { type Receipt, receiptMail } from '../../../functions/core/mail/receipt-mail.ts';
import { catalogue } from '../../../functions/core/messages/catalogue.ts';
import { languages } from '../../../functions/core/messages/languages.ts';

/** An ID with the time 2026-11-23T13:30Z. */
const id = `${Math.floor(Date.parse('2026-11-23T13:30:00Z') / 1000).toString(16)}000${'a'.repeat(13)}`;

const merchant: Receipt['merchant'] = {
  id: 'f'.repeat(24),
  name: 'Kaffe & Jens ApS',
  descriptor: 'Kaffe Jens',
  test: false,
  email: 'shop@kaffe.test',
  website: 'https://www.kaffe.test/shop',
  company: { country: 'DK', number: 'CVR 12345678' },
  address: 'Store Kongensgade 1\n1264 København K',
  color: '#0a7d4b',
};

const transaction: Receipt['transaction'] = {
  id,
  currency: 'DKK',
  amount: 49_950,
  capturedAmount: 49_950,
  descriptor: 'Kaffe Jens',
  card: {
    bin: '424242',
    last4: '4242',
    scheme: 'visa',
    expiry: '2030-12-31T23:59:59.999Z',
    code: { present: true },
  },
  custom: { reference: 'Ordre 2026-004711' },
  trail: [],
};

const link: Receipt['link'] = {
  text: 'Faktura 2026-004711 af 23.11.2026',
  lines: [
    { text: 'Java, 1 kg', quantity: 2, amount: 54_000 },
    { text: 'Stamkunderabat', quantity: 1, amount: -4050 },
  ],
};

const made = (over: Partial<Receipt> = {}, locale = 'da-DK') =>
  receiptMail(
    'ann@example.com',
    { merchant, transaction, link, known: true, ...over },
    locale,
    catalogue[locale.slice(0, 2) as 'da'].page,
  );

/** The words of an HTML mail, in their order. */
const wordsOf = (html: string): string =>
  html
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<br>/g, '\n')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))
    .replace(/[ \u00a0]+/g, ' ');

test('the mail has all parts of the receipt, as text and as HTML', () => {
  const { text, html, subject, sender, replyTo } = made();
  expect([sender, replyTo]).toEqual(['Kaffe & Jens ApS', 'shop@kaffe.test']);
  expect(subject.replace(/\u00a0/g, ' ')).toBe('Kvittering: Kaffe & Jens ApS, 499,50 kr.');
  const plain = text.replace(/\u00a0/g, ' ');
  for (const words of [plain, wordsOf(html)])
    for (const part of [
      'Tak. Din betaling til Kaffe & Jens ApS er gennemført.',
      '499,50 kr.',
      'Faktura 2026-004711 af 23.11.2026',
      'Java, 1 kg × 2',
      '540,00 kr.',
      'Stamkunderabat',
      '-40,50 kr.',
      '23. november 2026',
      '14.30 CET',
      'Visa •••• 4242',
      'Kaffe Jens',
      'Ordre 2026-004711',
      id,
      'Store Kongensgade 1',
      '1264 København K',
      'Danmark',
      'CVR 12345678',
      'kaffe.test',
    ])
      expect(words).toContain(part);
});

test('a right-to-left name changes no order around it in the subject and the text', () => {
  const lines = [{ text: 'ورد', quantity: 1, amount: 500 }];
  const { subject, text } = made({ merchant: { ...merchant, name: 'محل الورود' }, link: { lines } }, 'de');
  expect(subject).toBe('Quittung: \u2068محل الورود\u2069, 499,50\u00a0DKK');
  expect(text).toContain('\u2068ورد\u2069: 5,00\u00a0DKK\n');
  expect(text).toContain('Ihre Zahlung an \u2068محل الورود\u2069 war erfolgreich.');
});

test('the mail about a refund has the amount and the time of the refund', () => {
  const refunded = `${Math.floor(Date.parse('2026-12-01T09:00:00Z') / 1000).toString(16)}000${'b'.repeat(13)}`;
  const { text } = made({ refund: { id: refunded, amount: 1250 } });
  expect(text).toContain('1. december 2026');
  expect(text).not.toContain('23. november 2026');
  expect(text.replace(/\u00a0/g, ' ')).toContain('12,50 kr.');
  expect(text).toContain(id);
});

test('the mail about a refund says so, and the mail about a payment thanks for it', () => {
  const [receipt, refund] = [made({}, 'en'), made({ refund: { id, amount: 1250 } }, 'en')];
  const shown = ({ subject, text, html }: typeof receipt) => [subject, text.split('\n')[0], html];
  for (const part of shown(receipt)) expect(part).toMatch(/Receipt: Kaffe .* Jens ApS/);
  for (const part of shown(refund)) expect(part).toMatch(/Refund: Kaffe .* Jens ApS/);
  const [thanks, back] = [/Your payment to/, /The money is on its way back to you\./];
  for (const part of [refund.text, refund.html]) {
    expect(part).toMatch(back);
    expect(part).not.toMatch(thanks);
  }
  for (const part of [receipt.text, receipt.html]) {
    expect(part).toMatch(thanks);
    expect(part).not.toMatch(back);
  }
});

test('the mail has the text of the link, or else of the payment, and a reference that is a text or a number', () => {
  const text = (over: Partial<Receipt>) => made(over, 'en').text;
  const paid = { ...transaction, text: 'Two coffees' };
  expect(text({ transaction: paid, link: undefined })).toContain('\n\nTwo coffees\n\n');
  expect(text({ transaction: paid })).toContain('\n\nFaktura 2026-004711 af 23.11.2026\n\n');
  expect(text({ transaction: paid })).not.toContain('Two coffees');
  const withReference = (reference: unknown) => text({ transaction: { ...paid, custom: { reference } } });
  expect(withReference(4711)).toMatch(/: 4711$/m);
  for (const other of [{ a: 4711 }, true, undefined]) expect(withReference(other)).not.toMatch(/Reference/);
});

test('the mail names the merchant by its name, else its descriptor, else its id', () => {
  const sender = (over: object) => made({ merchant: { ...merchant, ...over } }).sender;
  const senders = [{ name: undefined }, { name: '://' }, { name: '', descriptor: '://' }].map(sender);
  expect(senders).toEqual(['Kaffe Jens', 'Kaffe Jens', merchant.id]);
});

test('the mail in French has a space that does not break before each colon', () => {
  const { subject, text, html } = made({}, 'fr');
  expect(subject).toBe('Reçu\u00a0: Kaffe & Jens ApS, 499,50\u00a0DKK');
  expect(text).toContain('Montant\u00a0: 499,50\u00a0DKK\n');
  expect(text).not.toMatch(/[^\u00a0]: /);
  expect(html).toContain('>Reçu\u00a0: Kaffe &#38; Jens ApS<');
});

test('the mail names the descriptors of the captures if there are any', () => {
  const trail = [
    { id: '1', amount: 1, kind: 'capture', descriptor: 'Parcel 1' },
    { id: '2', amount: 1, kind: 'capture' },
    { id: '3', amount: 1, kind: 'refund', descriptor: 'Sorry' },
  ] as const;
  const { text } = made({ transaction: { ...transaction, trail } });
  expect(text).toContain('På dit kontoudtog: Parcel 1, Kaffe Jens\n');
});

test('the mail of an unknown test merchant omits the website, and mentions test mode everywhere', () => {
  const { text, html, sender, subject } = made({ merchant: { ...merchant, test: true }, known: false });
  for (const part of [text, html]) {
    expect(part).not.toContain('kaffe.test');
    expect(part).toContain('Testtilstand');
  }
  expect(sender).toBe('Kaffe & Jens ApS (Testtilstand)');
  expect(subject).toMatch(/^Testtilstand – /);
});

test('no text of a merchant becomes markup, a link, a header or a card number in the mail', () => {
  const hostile =
    '"><img src=x onerror=alert(1)><a href="https://evil.test">\r\nBcc: b@evil.test\u202e</td></table><style>*{}</style> 4242 4242 4242 4242 {merchant}';
  const evil = {
    merchant: {
      ...merchant,
      name: hostile,
      address: hostile,
      company: { country: 'DK', number: hostile },
      descriptor: hostile,
    },
    transaction: { ...transaction, descriptor: hostile, custom: { reference: hostile }, text: hostile },
    link: { text: hostile, lines: [{ text: hostile, quantity: 1, amount: 1 }] },
  };
  for (const language of languages) {
    const { html, text, subject, sender } = made(evil, language);
    const own = '<a class="text" href="https://kaffe.test"';
    expect(html.replace(own, '')).not.toMatch(/<(img|a\b|script|style>\*)/i);
    expect(html.match(/<style>/g)).toHaveLength(1);
    expect(html.match(/<\/html>/g)).toHaveLength(1);
    expect((html.match(/<table/g) ?? []).length).toBe((html.match(/<\/table>/g) ?? []).length);
    for (const part of [html, text, subject, sender]) {
      expect(part).not.toMatch(/evil\.test|4242[ -]?4242|\u202e|b@evil/);
      expect(part).not.toContain('\r');
    }
    expect(`${subject}${sender}`).not.toMatch(/[\r\n<>"]/);
  }
});

test('the HTML has tables, inline styles, and light and dark colours, and loads nothing', () => {
  const { html } = made();
  expect(html).toMatch(/<html lang="da-DK">/);
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).toContain('@media (prefers-color-scheme:dark)');
  expect(html).toContain('border-top:4px solid #0a7d4b');
  expect(html).not.toMatch(/<div|<script|<link|url\(|src=|position:|display:(flex|grid)/);
  for (const [, attributes = ''] of html.matchAll(/<td([^>]*)>/g)) expect(attributes).toMatch(/ style="/);
  // Gmail cuts off longer mails.
  expect(Buffer.byteLength(html)).toBeLessThan(102_000);
});

test('the longest possible mail stays below the size at which Gmail cuts it off', () => {
  const long = (length: number) => 'Wort 12 '.repeat(length / 8);
  const { html } = made({
    link: {
      text: long(1024),
      lines: Array.from({ length: 50 }, () => ({ text: long(248), quantity: 2, amount: 1 })),
    },
  });
  expect(Buffer.byteLength(html)).toBeLessThan(102_000);
});

test('the mail about a refund says what was paid, what came back before, and what comes back now', () => {
  const entry = (id: string, kind: 'capture' | 'refund', amount: number, lineId?: string) => ({
    ...{ id, kind, amount, ...(lineId && { lineId }) },
  });
  const idOf = (letter: string) => `${id.slice(0, 8)}${letter.repeat(16)}`;
  const trail = [
    ...[
      entry('c', 'capture', 49_950),
      entry(idOf('a'), 'refund', 1000),
      entry('b', 'refund', 250, idOf('b')),
    ],
    // A refund that has failed came back, so the customer never got it.
    ...[entry('d', 'refund', -250), entry(idOf('d'), 'refund', 1250), entry('z', 'refund', 7)],
  ];
  const rowsOf = (refund: string, amount: number) =>
    made({ transaction: { ...transaction, trail }, refund: { id: refund, amount } }, 'en')
      .text.replace(/\u00a0/g, ' ')
      .split('\n')
      .filter((line) => /^(Paid|Earlier refunds|Refund): DKK/.test(line));
  expect(rowsOf(idOf('d'), 1250)).toEqual([
    'Paid: DKK 499.50',
    'Earlier refunds: DKK 10.00',
    'Refund: DKK 12.50',
  ]);
  expect(rowsOf(idOf('b'), 250)).toEqual([
    'Paid: DKK 499.50',
    'Earlier refunds: DKK 10.00',
    'Refund: DKK 2.50',
  ]);
  expect(rowsOf(idOf('a'), 1000)).toEqual(['Paid: DKK 499.50', 'Refund: DKK 10.00']);
});

test('the mail of a known merchant has its logo and its website, and a stranger’s mail has neither', () => {
  const logo = 'https://pos.example/logos/key/name.png';
  const known = made({ logo }).html;
  expect(known).toContain(`<img src="${logo}"`);
  expect(known).toContain('href="https://kaffe.test"');
  const stranger = made({ logo, known: false }).html;
  expect(stranger).not.toMatch(/<img|href=/);
});

test('a logo and a website cannot leave their attributes', () => {
  const hostile = { ...merchant, name: '"><script>1</script>' };
  const { html } = made({ merchant: hostile, logo: 'https://pos.example/"><script>x' });
  expect(html).not.toContain('<script>');
});
