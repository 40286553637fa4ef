import { randomUUID } from 'node:crypto';
import { rawMails } from './support/mails.ts';
import { waitUntil } from './support/wait-until.ts';
import { world } from './support/world.ts';

const { api, shop } = world();
const folder = process.env.FLORIN_MAIL ?? '';

const mailsTo = async (email: string): Promise<string[]> =>
  rawMails(folder).filter((text) => text.toLowerCase().includes(`to: ${email}`));

/** Decodes the texts of a multipart message in quoted-printable (RFC 2045, section 6.7). */
const parts = (mail: string): string[] =>
  [...mail.matchAll(/quoted-printable\r\n\r\n(.*?)\r\n--/gs)].map(([, body = '']) =>
    decodeURIComponent(
      body
        .replace(/=\r\n/g, '')
        .replace(/%/g, '%25')
        .replace(/=([0-9A-F]{2})/g, '%$1'),
    ),
  );

test('an invited person gets one e-mail with text and HTML, and no e-mail once they are a member', async () => {
  const { key, merchant } = await shop({ name: 'Ærlig <b>Talt</b> & O’Neill, www.evil.test' });
  const email = `invited-${merchant.id}@example.com`;
  const invite = () => api('POST', `/merchants/${merchant.id}/users`, { key, body: { email } });
  expect((await invite()).body).toEqual({ isMember: false });
  expect((await invite()).body).toEqual({ isMember: true });
  const [mail = ''] = await waitUntil(
    () => mailsTo(email),
    ({ length }) => length > 0,
  );
  const [text, html] = parts(mail);
  expect(text).toContain(': Ærlig b Talt b & O’Neill www evil test');
  expect(html).toContain(': Ærlig b Talt b &#38; O’Neill www evil test</p>');

  // If the second call had sent an e-mail, that e-mail would arrive before this later invitation.
  const other = `later-${merchant.id}@example.com`;
  await api('POST', `/merchants/${merchant.id}/users`, { key, body: { email: other } });
  await waitUntil(
    () => mailsTo(other),
    ({ length }) => length > 0,
  );
  expect(await mailsTo(email)).toHaveLength(1);
});

test.each([
  ['DE', 'Er gilt einmal, 7 Tage lang:'],
  ['NO', 'Den virker én gang, i 7 dager:'],
  ['CH', 'It works once, for 7 days:'],
  ['US', 'It works once, for 7 days:'],
])(
  'the invitation of a merchant in %s uses the language of the country, or English: %s',
  async (country, line) => {
    const { key, merchant } = await shop({ company: { country } });
    const email = `language-${merchant.id}@example.com`;
    await api('POST', `/merchants/${merchant.id}/users`, { key, body: { email } });
    const [mail = ''] = await waitUntil(
      () => mailsTo(email),
      ({ length }) => length > 0,
    );
    const [text, html] = parts(mail);
    expect(text).toMatch(new RegExp(`${line}\\s+https?://\\S+/#/invitation/`));
    expect(html).toContain(`${line}</p>`);
  },
);

test('a repeated invitation of a member gets its first response, even after the member was removed', async () => {
  const { key, merchant } = await shop();
  const path = `/merchants/${merchant.id}/users`;
  const body = { email: `member-${merchant.id}@example.com` };
  await api('POST', path, { key, body });
  const headers = { 'idempotency-key': randomUUID() };
  const first = await api('POST', path, { key, body, headers });
  expect(first.body).toEqual({ isMember: true });
  const [user] = (await api('GET', `${path}?limit=1`, { key })).body;
  expect((await api('DELETE', `${path}/${user.id}`, { key })).status).toBe(204);
  expect((await api('POST', path, { key, body, headers })).text).toBe(first.text);
  expect((await api('GET', `${path}?limit=1`, { key })).body).toEqual([]);
});
