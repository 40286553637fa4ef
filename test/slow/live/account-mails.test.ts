import { randomUUID } from 'node:crypto';
import { connectWithAcquirer, disableAtAcquirer } from '../../api/support/connect.ts';
import { ownLive } from '../../api/support/live.ts';
import { rawMails } from '../../api/support/mails.ts';
import { waitUntil } from '../../api/support/wait-until.ts';

const live = ownLive();

/** A merchant in Germany with a unique address, for which all notices are switched off. */
async function shop() {
  const email = `m${randomUUID().slice(0, 8)}@example.com`;
  const made = await live.shop({ email, company: { country: 'DE' } });
  const { key, merchant, account } = made;
  const notifications = { disputes: false, payouts: false, summary: false };
  await live.here.api('PUT', `/merchants/${merchant.id}`, { key, body: { notifications } });
  const mails = () => rawMails(live.florin.mail).filter((raw) => raw.includes(`To: ${email}`));
  const settings = live.stripe.settings(account);
  let events = 0;
  return {
    ...made,
    settings,
    mails,
    /** Waits until there are this many mails, and a moment longer, and returns them. */
    async told(count: number) {
      await waitUntil(
        async () => mails(),
        ({ length }) => length >= count,
        20,
      );
      await new Promise((done) => setTimeout(done, 1500));
      return mails().map(textOf);
    },
    async reports(change: object = {}) {
      Object.assign(settings, change);
      const object = { id: account, object: 'account' };
      const event = { id: `evt_${account}_${++events}`, object: 'event', type: 'account.updated', account };
      const created = Math.floor(Date.now() / 1000);
      const whole = {
        ...event,
        api_version: '2026-09-30.endive',
        livemode: false,
        created,
        data: { object },
      };
      for (let n = 0; n < 2; n++) expect(await live.postEvent(whole as never)).toBe(200);
      await live.eventsApplied();
    },
  };
}

/** The readable text of a mail: quoted-printable or plain. */
const textOf = (raw: string): string =>
  Buffer.from(
    raw
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

test('a merchant gets a mail when the acquirer stops payments or payouts, and when they are back', async () => {
  const { reports, told } = await shop();
  await reports({ chargesEnabled: false });
  const [stopped] = await told(1);
  expect(stopped).toContain('Zahlungen sind gestoppt');
  expect(stopped).toContain('Konto beim Zahlungsdienst');
  await reports();
  await reports({ chargesEnabled: true, payoutsEnabled: false });
  const after = (await told(3)).slice(1).join('\n');
  expect(after).toContain('Zahlungen sind wieder möglich');
  expect(after).toContain('Auszahlungen sind gestoppt');
  await reports({ payoutsEnabled: true });
  const all = await told(4);
  expect(all).toHaveLength(4);
  expect(all[3]).toContain('Auszahlungen sind wieder möglich');
});

test('a merchant gets a mail with the deadline when the acquirer asks for information, once', async () => {
  const { merchant, reports, told } = await shop();
  await reports({ asksUntil: Date.UTC(2030, 0, 2, 11) / 1000 });
  await reports();
  const [asked, ...more] = await told(1);
  expect(more).toEqual([]);
  expect(asked).toContain('Der Zahlungsdienst braucht Angaben');
  expect(asked).toMatch(/Frist: 2\. Januar 2030 um 12:00/);
  // A new connection to the same account causes no mail.
  await connectWithAcquirer(merchant.id, live.florin.aws);
  await reports({ asksUntil: undefined });
  await reports({ asksUntil: Date.UTC(2030, 1, 2, 11) / 1000 });
  expect((await told(2))[1]).toMatch(/Frist: 2\. Februar 2030/);
});

test('an operator who stops a merchant says so, and no mail does', async () => {
  const { merchant, account, reports, told } = await shop();
  await disableAtAcquirer(merchant.id, live.florin.aws, account);
  await reports({ chargesEnabled: false });
  await reports({ chargesEnabled: true, payoutsEnabled: false });
  const mails = await told(1);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain('Auszahlungen sind gestoppt');
});
