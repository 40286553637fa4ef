import { invitation } from '../../../functions/core/mail/invitation.ts';
import { passkeyMail } from '../../../functions/core/mail/passkey-mail.ts';
import { signInMail } from '../../../functions/core/mail/sign-in-mail.ts';
import { webhookOff } from '../../../functions/core/mail/webhook-off.ts';
import { catalogue } from '../../../functions/core/messages/catalogue.ts';

const to = 'ann@example.com';
const console = 'https://console.example.com';
const id = '6b043fd8000aaaaaaaaaaaaa';
const texts = catalogue.en.page;

const facts = { merchant: { id, name: 'Kaffe' }, app: { id: 'f'.repeat(24), name: null }, days: 7 };

const mails = (name: string) => [
  invitation(to, { ...facts, merchant: { id, name } }, 'en', console, texts),
  webhookOff(to, { id, name }, 'w1', 'en', texts, `${console}/#/m1`),
];

// Anybody can make a merchant and invite an address, so a name could be an advertisement, or phishing.
test.each([
  ['Win at evil.example/now', 'Win at evil example now'],
  ['https://evil.example', 'https evil example'],
  ['Call 12 34 56 78', 'Call'],
  ['://', id],
])('a mail has nothing of the name %s that a mail program makes a link of', (name, shown) => {
  for (const { subject, text, html } of mails(name)) {
    expect(`${subject}\n${text.replaceAll(console, '')}`).not.toContain(name);
    expect(html).not.toContain('evil.example');
    expect(subject).toMatch(new RegExp(`: ${shown}$`));
  }
});

test('a mail names a merchant as its owner wrote it, and escapes the name in HTML', () => {
  for (const { subject, html } of mails('Kaffe & Jens')) {
    expect(subject).toContain('Kaffe & Jens');
    expect(html).not.toContain('Kaffe & Jens');
  }
});

test('a right-to-left name of a merchant changes no order around it', () => {
  for (const { subject } of mails('محل الورود')) expect(subject).toMatch(/: \u2068محل الورود\u2069$/);
});

test('an invitation has its link, and the address of its sender or the name of the app without links', () => {
  const of = (over: object) => invitation(to, { ...facts, ...over }, 'en', console, texts);
  const { text, html } = of({});
  expect(text).toContain(`It works once, for 7 days:\n\n${console}\n\n`);
  expect(html).toContain(`href="${console}"`);
  const named = (name: string) => of({ app: { id: facts.app.id, name } }).text;
  expect(named('Win at evil.example/now')).toContain('Invited by: Win at evil example now\n');
  expect(named('://')).toContain(`Invited by: ${facts.app.id}\n`);
  expect(of({ inviter: 'bob@example.com' }).text).toContain('Invited by: bob@example.com\n');
});

test('a webhook that was switched off is named by its id, and the mail leads to it and to the settings', () => {
  const { text, html } = webhookOff(to, { id }, 'w1', 'en', texts, `${console}/#/m1`);
  for (const shown of [text, html]) {
    expect(shown).toContain('The webhook w1 has');
    for (const page of ['webhooks/w1', 'settings']) expect(shown).toContain(`${console}/#/m1/${page}`);
  }
});

test('the mail with a link to sign in has the link and its limits, as text and as HTML', () => {
  const link = `${console}/#/sign-in/token`;
  const mail = signInMail(to, link, 'en', texts);
  expect([mail.to, mail.subject, mail.sender]).toEqual([to, 'Your link to sign in', undefined]);
  expect(mail.text).toContain(`Sign in with this link:\n\n${link}\n\n`);
  expect(mail.html).toContain(`href="${link}"`);
  for (const part of [mail.text, mail.html])
    for (const shown of ['within 15 minutes, and only in the browser', 'you can ignore this e-mail'])
      expect(part).toContain(shown);
});

test('the mail about a passkey says what changed, when, from where, and what to do', () => {
  const at = Date.parse('2026-11-27T12:30:00Z');
  const news = { id, userId: id, email: to, at, device: 'Firefox', address: '192.0.2.1', language: 'en' };
  const mail = (over: object) =>
    passkeyMail({ ...news, kind: 'added', name: 'Laptop', ...over }, `${console}/#/user`);
  const added = mail({});
  expect([added.to, added.subject]).toEqual([to, 'A passkey was added to your Florin account']);
  expect(added.text).toContain(
    'Passkey: Laptop\nTime: November 27, 2026 at 12:30 PM UTC\nDevice: Firefox\nNetwork address: 192.0.2.1\n',
  );
  for (const part of [added.text, added.html])
    for (const shown of ['If this was not you', `${console}/#/user`]) expect(part).toContain(shown);
  const removed = mail({ kind: 'removed', device: '', address: '', name: '://' });
  expect(removed.subject).toBe('A passkey was removed from your Florin account');
  for (const label of ['Passkey', 'Device', 'Network address'])
    expect(removed.text).toContain(`${label}: unknown\n`);
});
