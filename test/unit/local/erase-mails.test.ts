import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '../../../functions/core/domain/id.ts';
import { makeEraseMails } from '../../../lib/local/aws/erase-mails.ts';

const folder = mkdtempSync(join(tmpdir(), 'florin-erase-mails-'));
afterAll(() => rmSync(folder, { recursive: true }));

const [mine, other] = [newId(), newId()];
const email = 'ann@example.com';
/** The payments by their ids: those that are erased, and the others. */
const [erased, aged, kept, rivals] = [newId(), newId(), newId(), newId()];
const items: Record<string, object> = {
  [`tx#${erased}`]: { merchantId: { S: mine }, erased: { BOOL: true } },
  [`tx#${aged}`]: { merchantId: { S: mine }, erased: { S: 'age' } },
  [`tx#${kept}`]: { merchantId: { S: mine } },
  [`tx#${rivals}`]: { merchantId: { S: other } },
};
const call = async (_: string, { Key }: { Key?: { pk: { S: string } } }) => ({
  Item: items[Key?.pk.S ?? ''],
});
const eraseMails = makeEraseMails({ call: call as never, table: 'Table', mail: folder });

const mails = {
  'receipt.eml': `To: ${email}\r\n\r\nTransaction: ${erased}\r\n`,
  'folded.eml': `To: x@example.com\r\n\r\nTransaction: ${aged.slice(0, 9)}=\r\n${aged.slice(9)}\r\n`,
  'named.eml': `To: Ann@Example.com\r\n\r\nTransaction: ${kept}\r\n`,
  'kept.eml': `To: joe@example.com\r\n\r\nTransaction: ${kept}\r\n`,
  'rival.eml': `To: ${email}\r\n\r\nTransaction: ${rivals}\r\n`,
  'sign-in.eml': `To: ${email}\r\n\r\nYour link\r\n`,
  'hex.eml': `To: ${email}\r\n\r\n${newId()} ${'f'.repeat(24)} ${'0'.repeat(40)}\r\n`,
  'note.txt': `${email} ${erased}`,
};
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [name, text] of Object.entries(mails)) writeFileSync(join(folder, name), text);
});
afterEach(() => {
  delete process.env.KEEP_PERSONAL_DATA;
});

/** The deleted files. */
const gone = () => Object.keys(mails).filter((name) => !readdirSync(folder).includes(name));
const name = 'PutMerchantsMerchantIdErasures';
const asking = (body: string, isBase64Encoded = false) => ({
  ...{ pathParameters: { merchantId: mine }, body, isBase64Encoded },
});
const ok = { statusCode: 200 };

test.each([
  ['JSON', asking(JSON.stringify({ email }))],
  ['a form', asking('email=ann%40example.com')],
  ['bytes', asking(Buffer.from(JSON.stringify({ email: 'ANN@example.com' })).toString('base64'), true)],
])(
  'an erasure by %s deletes the mails of erased payments, and of the merchant’s payments that name the address',
  async (_, event) => {
    await eraseMails(name, event, ok);
    expect(gone()).toEqual(['receipt.eml', 'folded.eml', 'named.eml']);
    await eraseMails(name, event, ok);
    expect(gone()).toEqual(['receipt.eml', 'folded.eml', 'named.eml']);
  },
);

test('an erasure by the id of a customer deletes the mails of erased payments alone', async () => {
  await eraseMails(`Console${name}`, asking(JSON.stringify({ customer: email })), ok);
  expect(gone()).toEqual(['receipt.eml', 'folded.eml']);
});

test('a refused erasure and other functions delete nothing', async () => {
  for (const statusCode of [400, 403, 500]) await eraseMails(name, asking('{}'), { statusCode });
  await eraseMails(name, asking('{}'), undefined);
  await eraseMails('PutMerchantsMerchantIdDisclosures', asking(JSON.stringify({ email })), ok);
  await eraseMails('CheckLedger', {}, {});
  expect(gone()).toEqual([]);
});

test('the nightly erasure of old payments deletes their mails if the setting is on', async () => {
  process.env.KEEP_PERSONAL_DATA = '0';
  await eraseMails('CheckLedger', {}, {});
  expect(gone()).toEqual([]);
  process.env.KEEP_PERSONAL_DATA = '24';
  await eraseMails('CheckLedger', {}, {});
  expect(gone()).toEqual(['receipt.eml', 'folded.eml']);
});

test('a folder that does not exist causes no error', async () => {
  rmSync(folder, { recursive: true });
  await eraseMails(name, asking(JSON.stringify({ email })), ok);
  mkdirSync(folder);
});
