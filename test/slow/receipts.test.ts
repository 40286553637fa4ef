import { aws } from '../api/support/aws.ts';
import { makeClock } from '../api/support/clock.ts';
import { type Florin, startFlorin } from '../api/support/florin.ts';
import type { Response } from '../api/support/http.ts';
import { rawMails, withoutMail } from '../api/support/mails.ts';
import { scan, valuesIn } from '../api/support/stored-items.ts';
import { waitUntil } from '../api/support/wait-until.ts';
import { world } from '../api/support/world.ts';

/** Daily number of receipts for the test merchants of all unvouched apps together. */
const stageQuota = 60;
const clock = makeClock();

let florin: Florin;
let here: ReturnType<typeof world>;

beforeAll(async () => {
  const again = { FLORIN_VISIBILITY_SECONDS: '5' };
  florin = await startFlorin(['--memory'], {
    UNVOUCHED_TEST_MAILS: String(stageQuota),
    ...again,
    ...clock.env,
  });
  here = world(florin);
});

afterAll(() => florin?.stop());

// biome-ignore lint/suspicious/noExplicitAny: a merchant as the API shows it
type Merchant = any;

/** A vouched app with a test merchant. */
async function knownShop(over: Record<string, unknown> = {}) {
  const app = await here.createApp();
  await aws(florin.aws).invoke('VouchForApp', { appId: app.id });
  return { app, key: app.key, merchant: await here.createMerchant(app.key, over) };
}

const ask = (merchant: Merchant, transactionId: string, email?: unknown, more: object = {}) =>
  here.pos('/payments/receipts', { integration: { key: merchant.key }, transactionId, email, ...more });

const accepted = (answer: Response, transactionId: string) =>
  expect([answer.status, answer.body]).toEqual([202, { transactionId }]);

interface Mail {
  to: string;
  from: string;
  replyTo: string;
  subject: string;
  text: string;
  html: string;
}

const quoted = (text: string): string =>
  decodeURIComponent(
    text
      .replace(/=\r\n/g, '')
      .replace(/%/g, '%25')
      .replace(/=([0-9A-F]{2})/g, '%$1'),
  );

/** Decodes the encoded words (RFC 2047) and the folded lines of a header. */
const header = (raw: string, name: string): string =>
  (new RegExp(`^${name}:[ \\r\\n]+(.*(?:\r\n[ \t].*)*)`, 'm').exec(raw)?.[1] ?? '')
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?(Q|B)\?(.*?)\?=/gi, (_, coding: string, word: string) =>
      coding.toUpperCase() === 'B' ? Buffer.from(word, 'base64').toString() : quoted(word.replace(/_/g, ' ')),
    )
    .replace(/\r\n\s+/g, ' ');

/** All mail so far, the oldest first. */
function mails(): Mail[] {
  return rawMails(florin.mail).map((raw) => {
    const [text = '', html = ''] = [...raw.matchAll(/quoted-printable\r\n\r\n(.*?)\r\n--/gs)].map(
      ([, body = '']) => quoted(body).replace(/\r\n/g, '\n'),
    );
    return {
      to: header(raw, 'To'),
      from: header(raw, 'From'),
      replyTo: header(raw, 'Reply-To'),
      subject: header(raw, 'Subject'),
      text,
      html,
    };
  });
}

const mailsTo = (email: string): Mail[] => mails().filter(({ to }) => to === email);

const arrived = (email: string, count = 1): Promise<Mail[]> =>
  waitUntil(
    async () => mailsTo(email),
    ({ length }) => length >= count,
    60,
  );

/** Waits until all earlier requests are processed, by waiting for a later receipt of another merchant. */
async function quiet(): Promise<void> {
  const { merchant } = await knownShop();
  const email = `later-${merchant.id}@example.com`;
  await ask(merchant, await here.authorized(merchant), email);
  await arrived(email);
}

const logged = (): string[] =>
  florin
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{"level":'));

const withheldOf = (merchant: Merchant): string[] =>
  logged()
    .map((line) => JSON.parse(line))
    .flatMap(({ MailsWithheld, reason, merchantId }) =>
      MailsWithheld && merchantId === merchant.id ? [reason] : [],
    );

test('a customer gets one receipt in their language, and none for a second request', async () => {
  const { merchant } = await knownShop({
    name: 'Kaffe & <b>Jens</b>, www.evil.test',
    address: 'Gade 1\n1264 København',
    company: { country: 'DK', number: 'CVR 12345678' },
  });
  const id = await here.authorized(merchant, 4999, {
    text: 'Rechnung 2026-004711 vom 23.11.2026, www.evil.test, 4242 4242 4242 4242',
    custom: { reference: 'Order 1234567890' },
  });
  const email = 'Ann.Smith+paid@example.com';
  accepted(await ask(merchant, id, email, { locale: 'da_DK' }), id);
  accepted(await ask(merchant, id, email, { locale: 'da_DK' }), id);
  accepted(await ask(merchant, id, email.toUpperCase()), id);
  await quiet();
  expect(mailsTo(email.toUpperCase())).toEqual([]);
  const [mail, ...others] = mailsTo(email.toLowerCase());
  expect(others).toEqual([]);
  expect(mail?.subject).toBe(
    'Testtilstand – Kvittering: Kaffe & b Jens b www evil test, 49,99 €'.replace(' €', '\u00a0€'),
  );
  const text = mail?.text.replaceAll('\u00a0', ' ') ?? '';
  for (const line of [
    'Tak. Din betaling til Kaffe & b Jens b www evil test er gennemført.',
    'Beløb: 49,99 €',
    'Kort: Visa •••• 0000',
    'Rechnung 2026-004711 vom 23.11.2026, www. evil. test, •••• 4242',
    'På dit kontoudtog: Coffee & John',
    'Reference: Order 1234567890',
    `Transaktion: ${id}`,
    'Gade 1\n1264 København\nDanmark\nCVR 12345678',
  ])
    expect(text).toContain(line);
  expect(text).toMatch(/^Dato: .* CES?T$/m);
  expect(mail?.from).toBe('"Kaffe & b Jens b www evil test (Testtilstand)" <florin@example.com>');
  expect(mail?.replyTo).toBe(merchant.email);
  expect(mail?.html).toContain('<html lang="da-DK">');
  expect(mail?.html).toContain('Kaffe &#38; b Jens b www evil test');
  for (const part of [text, mail?.html ?? '']) expect(part).not.toMatch(/evil\.test|src=|4242 4242/);
  // The only link is the merchant's own website.
  expect(mail?.html.match(/href="[^"]*"/g)).toEqual(['href="https://example.com"']);
  expect(mail?.html).not.toContain('<b>Jens');
});

test('a receipt makes links in a reference unusable, and leaves out a reference that is a phone number', async () => {
  const { merchant } = await knownShop();
  for (const [n, reference] of ['see evil.test', '+1 800 555 0199', { a: 1 }].entries()) {
    const id = await here.authorized(merchant, 1000, { custom: { reference } });
    await ask(merchant, id, `reference-${n}@example.com`);
    const [mail] = await arrived(`reference-${n}@example.com`);
    expect(mail?.text).toContain(`Transaction: ${id}`);
    expect(mail?.text.match(/^Reference: .*/m)?.[0]).toBe(n === 0 ? 'Reference: see evil. test' : undefined);
  }
});

test('the receipt of a link has the link’s text and lines, and after a capture the statement text of that capture', async () => {
  const { key, merchant } = await knownShop();
  const body = {
    amount: 10000,
    currency: 'EUR',
    text: 'Invoice 2026-004711',
    statement: 'Java order 1234',
    lines: [
      { text: 'Java, 1 kg', quantity: 2, amount: 12000 },
      { text: 'Regulars pay less', amount: -2000 },
    ],
  };
  const { link } = (await here.api('POST', `/merchants/${merchant.id}/links`, { key, body })).body;
  const id = await here.authorized(merchant, 10000, { linkId: link.id });
  await ask(merchant, id, `first-${id}@example.com`);
  const [first] = await arrived(`first-${id}@example.com`);
  for (const line of ['Invoice 2026-004711', 'Java, 1 kg × 2: €120.00', 'Regulars pay less: -€20.00'])
    expect(first?.text).toContain(`${line}\n`);
  expect(first?.text).toContain('On your bank statement: Java order 1234\n');
  const capture = { amount: 10000, descriptor: 'Parcel 7' };
  await here.api('POST', `/transactions/${id}/captures`, { key, body: capture });
  await ask(merchant, id, `second-${id}@example.com`);
  const [second] = await arrived(`second-${id}@example.com`);
  expect(second?.text).toContain('On your bank statement: Parcel 7\n');
});

test('the receipt of a payment goes to at most three addresses, and no response reveals the others', async () => {
  const { merchant } = await knownShop();
  const id = await here.authorized(merchant);
  const all = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}-${id}@example.com`);
  for (const email of all) accepted(await ask(merchant, id, email), id);
  await quiet();
  expect(all.map((email) => mailsTo(email).length)).toEqual([1, 1, 1, 0, 0]);

  const other = await here.authorized(merchant);
  const many = Array.from({ length: 12 }, (_, n) => `${n}-${other}@example.com`);
  await Promise.all(many.map((email) => ask(merchant, other, email)));
  await quiet();
  expect(many.flatMap(mailsTo)).toHaveLength(3);
});

test('no receipt is sent for an unknown transaction or one of another merchant', async () => {
  const { key, merchant } = await knownShop();
  const stranger = await here.shop();
  const id = await here.authorized(merchant);
  const declined = await here.pay(
    await here.payment(merchant, { test: { card: { status: 'lost' }, tds: { challenge: false } } }),
  );
  expect(declined.status).toBe(400);
  const [failed] = (
    await here.api('GET', `/merchants/${merchant.id}/transactions`, {
      key,
      query: { limit: 1, 'filter[successful]': 'no' },
    })
  ).body;
  const released = await here.authorized(merchant);
  await here.move(key, released, 'voids', 10000);

  const email = `nobody-${id}@example.com`;
  const answers = [
    await ask(stranger.merchant, id, email),
    await ask(merchant, 'f'.repeat(24), email),
    await ask(merchant, failed.id, email),
    await ask(merchant, released, email),
  ];
  // All cases get the same answer, so that strangers cannot find out which transactions exist.
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers[0]?.body).toEqual({
    code: 'REQUEST_INVALID',
    message: 'transactionId: Must be a payment to this merchant within the last 24 hours',
  });
  expect((await ask({ key: merchant.id }, id, email)).body.code).toBe('PAYMENT_INTEGRATION_KEY_UNKNOWN');
  await quiet();
  expect(mailsTo(email)).toEqual([]);
});

test.each([
  ['none', undefined],
  ['a list', ['a@example.com', 'b@example.com']],
  ['two', 'a@example.com,b@example.com'],
  ['another header', 'a@example.com\r\nBcc: b@example.com'],
  ['a name', 'Ann <a@example.com>'],
  ['no host', 'ann@localhost'],
  ['too long', `${'a'.repeat(250)}@example.com`],
])('an address that is %s is rejected', async (_name, email) => {
  const { merchant } = await here.shop();
  const answer = await ask(merchant, await here.authorized(merchant), email);
  expect([answer.status, answer.body.code]).toEqual([400, 'REQUEST_INVALID']);
  expect(answer.body.message).toMatch(/^email: /);
});

test('the receipt goes to the e-mail address of the link, and no response reveals that address', async () => {
  const { key, merchant } = await knownShop();
  const email = `linked-${merchant.id}@example.com`;
  const { link } = (
    await here.api('POST', `/merchants/${merchant.id}/links`, {
      key,
      body: { amount: 10000, currency: 'EUR', email },
    })
  ).body;
  const page = await (await fetch(link.url, { headers: { accept: 'text/html' } })).text();
  expect(page).not.toContain(email);
  expect(page).toContain('placeholder="l•••@example.com"');
  const id = await here.authorized(merchant, 10000, { linkId: link.id });
  const answer = await ask(merchant, id);
  accepted(answer, id);
  expect(answer.text).not.toContain('@');
  expect(await arrived(email)).toHaveLength(1);
  // The link is used. A visitor who opens it now did not make the payment.
  expect(await (await fetch(link.url, { headers: { accept: 'text/html' } })).text()).not.toContain(
    '@example.com',
  );
});

test('each address that got the receipt gets one mail for a refund, and no other address does', async () => {
  const { key, merchant } = await knownShop();
  const [id, silent] = [await here.authorized(merchant), await here.authorized(merchant)];
  const both = [`one-${id}@example.com`, `two-${id}@example.com`];
  for (const email of both) await ask(merchant, id, email, { locale: 'de' });
  for (const each of [id, silent]) {
    await here.move(key, each, 'captures', 10000);
    await here.move(key, each, 'refunds', 2500);
  }
  await here.move(key, id, 'refunds', 1);
  for (const email of both) {
    const found = await arrived(email, 3);
    expect(found.map(({ subject }) => subject.replaceAll('\u00a0', ' ')).sort()).toEqual([
      'Testmodus – Quittung: Coffee & John, 100,00 €',
      'Testmodus – Rückerstattung: Coffee & John, 0,01 €',
      'Testmodus – Rückerstattung: Coffee & John, 25,00 €',
    ]);
    const refund = found.find(({ subject }) => subject.includes('25'));
    expect(refund?.text).toContain('Der Betrag wird Ihnen zurückgezahlt.');
    expect(refund?.text).toContain(`Transaktion: ${id}`);
  }
  await quiet();
  expect(mails().filter(({ text }) => text.includes(silent))).toEqual([]);
  expect(both.flatMap(mailsTo)).toHaveLength(6);
});

describe('merchants of unverified apps', () => {
  test('a mailbox gets three receipts a day from all of them together, and more from approved apps', async () => {
    const tagged = (n: number) => `v+${n}@x.test`;
    for (let n = 0; n < 5; n++) {
      const { merchant } = await here.shop();
      await ask(merchant, await here.authorized(merchant), tagged(n));
    }
    await quiet();
    expect([0, 1, 2, 3, 4].flatMap((n) => mailsTo(tagged(n)))).toHaveLength(3);
    const { merchant } = await knownShop();
    await ask(merchant, await here.authorized(merchant), 'v@x.test');
    expect(await arrived('v@x.test')).toHaveLength(1);
  });

  test('a merchant sends 20 mails a day, including refunds, even after an approved app is added to it', async () => {
    const { key, merchant } = await here.shop();
    const { app } = await knownShop();
    await here.api('POST', `/merchants/${merchant.id}/apps`, { key, body: { appId: app.id } });
    for (let n = 0; n < 7; n++) {
      const id = await here.authorized(merchant);
      for (const name of ['a', 'b', 'c']) await ask(merchant, id, `${name}${n}-${merchant.id}@example.com`);
      if (n > 0) continue;
      await here.move(key, id, 'captures', 10000);
      await here.move(key, id, 'refunds', 1);
      await arrived(`c0-${merchant.id}@example.com`, 2);
    }
    await waitUntil(
      async () => withheldOf(merchant),
      ({ length }) => length === 4,
      60,
    );
    expect(withheldOf(merchant)).toEqual(['merchant', 'merchant', 'merchant', 'merchant']);
    await quiet(); // the permitted mails may still be on their way
    expect(mails().filter(({ to }) => to.includes(merchant.id))).toHaveLength(20);
  });

  test('all of them together can send the daily number of the stage, and approved apps more', async () => {
    const count = () => logged().filter((line) => line.includes('"unvouched"')).length;
    for (let shops = 0; shops < 5 && count() === 0; shops++) {
      const { merchant } = await here.shop();
      for (let n = 0; n < 6; n++) {
        const id = await here.authorized(merchant);
        for (const name of ['a', 'b', 'c']) await ask(merchant, id, `${name}${n}-${merchant.id}@example.com`);
      }
      await quiet();
    }
    expect(count()).toBeGreaterThan(0);
    const { merchant } = await knownShop();
    for (let n = 0; n < 8; n++) {
      const id = await here.authorized(merchant);
      for (const name of ['a', 'b', 'c']) await ask(merchant, id, `${name}${n}-${merchant.id}@example.com`);
    }
    await quiet();
    expect(mails().filter(({ to }) => to.includes(merchant.id))).toHaveLength(24);
    // Invitations have separate quotas.
    const { key, merchant: inviting } = await here.shop();
    const email = `invited-${inviting.id}@example.com`;
    await here.api('POST', `/merchants/${inviting.id}/users`, { key, body: { email } });
    expect(await arrived(email)).toHaveLength(1);
  });
});

test('Florin retries a failed receipt, and sends it once', async () => {
  const { merchant } = await knownShop();
  const id = await here.authorized(merchant);
  const email = `patient-${id}@example.com`;
  const failures = () => florin.log().split('Unavailable: ses: 500').length - 1;
  await withoutMail(florin.mail, async () => {
    accepted(await ask(merchant, id, email), id);
    await waitUntil(
      async () => failures(),
      (count) => count >= 2,
      60,
    );
  });
  await arrived(email);
  await quiet();
  expect(mailsTo(email)).toHaveLength(1);
});

test('a repeated record of the stream sends no second mail', async () => {
  const { merchant } = await knownShop();
  const id = await here.authorized(merchant);
  const email = `again-${id}@example.com`;
  const image = {
    pk: { S: `receipts#${id}` },
    sk: { S: 'receipts' },
    merchantId: { S: merchant.id },
    addresses: { SS: [email] },
    language: { S: 'en' },
    locale: { S: 'en' },
    expires: { N: '4102444800' },
  };
  for (const eventID of ['one', 'one', 'another']) {
    const record = { eventID, eventName: 'INSERT', dynamodb: { NewImage: image } };
    const { body } = await aws(florin.aws).invoke('SendMail', { Records: [record] });
    expect(body).toEqual({ batchItemFailures: [] });
    expect(mailsTo(email)).toHaveLength(1);
  }
  expect(withheldOf(merchant)).toEqual(['repeated', 'repeated']);
});

test('an e-mail address is in no log, in no response, and only in one item, which expires', async () => {
  expect(logged().filter((line) => /@(example\.com|x\.test)/i.test(line))).toEqual([]);
  const { key, merchant } = await knownShop();
  const id = await here.authorized(merchant);
  const email = `secret-${id}@example.com`;
  await ask(merchant, id, email);
  await arrived(email);
  const items = (await scan(florin.dynamodb)).filter((item) => valuesIn(item).includes(email));
  expect(items).toMatchObject([{ pk: { S: `receipts#${id}` }, sk: { S: 'receipts' } }]);
  const forgotten = Number((items[0] as { expires: { N: string } }).expires.N) * 1000;
  const { created } = await here.transaction(key, id);
  expect(Math.abs(forgotten - Date.parse(created) - 180 * 24 * 3_600_000)).toBeLessThan(1001);
  expect(JSON.stringify(await here.transaction(key, id))).not.toContain('@');
});

test('no receipt can be requested after a day, and no refund mail is sent after 180 days', async () => {
  const hour = 3_600_000;
  const { key, merchant } = await knownShop();
  const id = await here.authorized(merchant);
  const email = `late-${id}@example.com`;
  await ask(merchant, id, email);
  await arrived(email);
  await here.move(key, id, 'captures', 10000);
  const paid = Date.parse((await here.transaction(key, id)).created);

  await clock.moveTo(paid + 24 * hour - 60_000);
  accepted(await ask(merchant, id, `just-${id}@example.com`), id);
  await arrived(`just-${id}@example.com`);
  await clock.moveTo(paid + 24 * hour + 1000);
  expect((await ask(merchant, id, `too-${id}@example.com`)).status).toBe(400);

  /** Sends the record as the stream would. The stream's own records are too old, because the test moved the clock. */
  const refund = async () => {
    const { body } = await here.move(key, id, 'refunds', 100);
    const { lineId } = body.transaction.trail.at(-1);
    const [image] = (await scan(florin.dynamodb)).filter((item) =>
      valuesIn(item.pk).includes(`line#${lineId}`),
    );
    const record = { eventID: lineId, eventName: 'INSERT', dynamodb: { NewImage: image } };
    expect((await aws(florin.aws).invoke('SendMail', { Records: [record] })).body).toEqual({
      batchItemFailures: [],
    });
  };
  await clock.moveTo(paid + 179 * 24 * hour);
  await refund();
  expect(mailsTo(email)).toHaveLength(2);
  await clock.moveTo(paid + 180 * 24 * hour + 2000);
  await refund();
  expect(mailsTo(email)).toHaveLength(2);
});
