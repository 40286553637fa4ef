import type { Mailing } from '../../../functions/core/store/mail/mails.ts';
import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(async () => ({
  ...(await import('../../../functions/core/domain/id.ts')),
  ...(await import('../../../functions/core/store/mail/mails.ts')),
  ...(await import('../../../functions/core/store/mail/receipts.ts')),
  ...(await import('../../../functions/core/store/table/keys.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
}));

afterEach(() => jest.restoreAllMocks());

const day = 24 * 60 * 60_000;
const noon = Date.parse('2026-03-13T12:00:00.000Z');
const at = (time: number) => jest.spyOn(Date, 'now').mockReturnValue(time);

const mailing = (): Mailing => ({ key: own.invitationKey(own.newId(), own.newId()), event: 'first' });
const admit = (mail: Mailing, event = mail.event) => own.admitMail({ ...mail, event }, []);

test('a failed mail is repeated until it is sent, and the same mail can be sent again a day later', async () => {
  at(noon);
  const mail = mailing();
  expect([await admit(mail), await admit(mail), await admit(mail, 'second')]).toEqual([
    undefined,
    undefined,
    'repeated',
  ]);
  await own.noteSent(mail);
  expect(await admit(mail)).toBe('repeated');
  at(noon + day - 1000);
  expect(await admit(mail, 'second')).toBe('repeated');
  at(noon + day);
  expect([await admit(mail), await admit(mail, 'second'), await admit(mail, 'third')]).toEqual([
    'repeated',
    undefined,
    'repeated',
  ]);
});

test('the record of an earlier release counts until it expires', async () => {
  const mail = mailing();
  const expires = noon / 1000;
  await own.transact([{ item: own.put({ ...mail.key, event: 'earlier', expires }) }]);
  at(noon - 1000);
  expect(await admit(mail)).toBe('repeated');
  at(noon);
  expect(await admit(mail)).toBeUndefined();
});

test('a mail counts against all of its quotas of the day, or against none', async () => {
  at(noon);
  const [merchant, recipient] = [own.newId(), `${own.newId()}@example.com`];
  const send = (one: number, other: number) =>
    own.admitMail(mailing(), [
      { name: 'merchant', whose: merchant, most: one },
      { name: 'recipient', whose: recipient, most: other },
    ]);
  expect([await send(2, 9), await send(9, 1), await send(2, 9), await send(2, 9)]).toEqual([
    undefined,
    'recipient',
    undefined,
    'merchant',
  ]);
  expect(await send(0, 9)).toBe('merchant');
  at(noon + day);
  expect(await send(2, 9)).toBeUndefined();
});

test('a mail that was admitted before is not counted again', async () => {
  at(noon);
  const [mail, app] = [mailing(), own.newId()];
  const send = (each: Mailing) => own.admitMail(each, [{ name: 'app', whose: app, most: 2 }]);
  for (let n = 0; n < 3; n++) expect(await send(mail)).toBeUndefined();
  expect([await send(mailing()), await send(mailing())]).toEqual([undefined, 'app']);
});

test('a transaction stores each receipt address once, and at most three addresses', async () => {
  const id = own.newId();
  const ask = (address: string) =>
    own.askForReceipt(id, address, { merchantId: own.newId(), language: 'en', locale: 'en' });
  for (const address of ['a@example.com', 'A@example.com', 'b@example.com', 'c@example.com', 'd@example.com'])
    await ask(address);
  const { addresses = new Set() } = (await own.getReceipts(id)) ?? {};
  expect([...addresses].sort()).toEqual(['a@example.com', 'b@example.com', 'c@example.com']);
});
