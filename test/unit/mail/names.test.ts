import { invitation } from '../../../functions/core/mail/invitation.ts';
import { webhookOff } from '../../../functions/core/mail/webhook-off.ts';
import { catalogue } from '../../../functions/core/messages/catalogue.ts';

const to = 'ann@example.com';
const console = 'https://console.example.com';
const id = '6b043fd8000aaaaaaaaaaaaa';
const texts = catalogue.en.page;

const mails = (name: string) => [
  invitation(to, { id, name }, 'en', console, texts),
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

test('an invitation has a link to the console', () => {
  const { text, html } = invitation(to, { id, name: 'Kaffe' }, 'en', console, texts);
  expect(text).toContain(`To sign in, open ${console} and enter`);
  expect(html).toContain(`href="${console}"`);
});

test('a webhook that was switched off is named by its id, and the mail leads to it and to the settings', () => {
  const { text, html } = webhookOff(to, { id }, 'w1', 'en', texts, `${console}/#/m1`);
  for (const shown of [text, html]) {
    expect(shown).toContain('The webhook w1 has');
    for (const page of ['webhooks/w1', 'settings']) expect(shown).toContain(`${console}/#/m1/${page}`);
  }
});
