import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterQuickStart, blocksOf, linesOf, outputOf, run, runGuide, testIf } from '../support/guides.ts';
import { password, username } from '../support/hello.ts';
import { world } from '../support/world.ts';

const { api } = world();
const baseUrl = process.env.FLORIN_BASE_URL ?? '';

testIf('the commands of docs/hello-world.md print the results that the guide describes', async () => {
  const [block = ''] = blocksOf('docs/hello-world.md');
  const commands = block
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line.startsWith('curl'));
  expect(commands.length).toBeGreaterThanOrEqual(6);
  const [create = '', ...others] = commands.map((command) =>
    command
      .replaceAll('http://localhost:3000', baseUrl)
      .replaceAll('florin:florin', `'${username}:${password}'`) // quoted: a deployed stage may use any characters
      .replace(/^curl /, 'curl -sS '),
  );
  const created = await run(create);
  const [, id = ''] = /^location: .*\/api\/helloWorld\/(\d+)\r$/im.exec(created) ?? [];
  expect([created, id]).toEqual([expect.stringMatching(/^HTTP\/1\.1 201 /m), expect.stringMatching(/./)]);

  const [one = '', all = '', change = '', remove = '', about = ''] = others.map((command) =>
    command.replace(/helloWorld\/1\b/, `helloWorld/${id}`).replace('<id>1</id>', `<id>${id}</id>`),
  );
  expect((await run(one)).trim()).toBe(`{"id":${id},"name":"Ann"}`);
  expect(await run(all)).toContain(`<helloWorld><id>${id}</id><name>Ann</name></helloWorld>`);
  expect(await run(change)).toBe('');
  expect(JSON.parse(await run(one))).toEqual({ id: Number(id), name: 'Zoë & Ann' });
  expect(await run(remove)).toBe('');
  expect(JSON.parse(await run(one))).toMatchObject({ code: 'NOT_FOUND' });
  expect(await run(about)).toContain('helloWorld');
});

testIf(
  'the commands of examples/README.md create the app and the test merchant that a shop needs',
  async () => {
    const [block = ''] = blocksOf('examples/README.md');
    const commands = block.replace('http://localhost:3000', baseUrl).replace(/^node examples.*$/m, '');
    const printed = await run(`${commands}\necho "$FLORIN_KEY $FLORIN_MERCHANT"`);
    // npm prints a report of the installation before the line with the key.
    const [key = '', merchantId] = printed.trim().split('\n').at(-1)?.split(' ') ?? [];
    const { status, body } = await api('GET', `/merchants/${merchantId}`, { key });
    expect([status, body.merchant]).toEqual([200, expect.objectContaining({ test: true, currency: 'EUR' })]);
  },
);

testIf(
  'the commands of docs/recurring.md charge the card again, and make a link that asks for the agreement',
  async () => {
    const { key, id, payment, after } = await runGuide('docs/recurring.md');
    const { body } = await api('GET', `/merchants/${id}/transactions`, { key, query: { limit: 10 } });
    expect(body).toEqual([
      expect.objectContaining({ amount: 4999, capturedAmount: 4999, recurring: true }),
      expect.objectContaining({ id: payment, recurring: false }),
    ]);
    const url = after.trim().split('\n').at(-1) ?? '';
    expect(url).toMatch(/\/l\/\w+$/);
    expect((await api('GET', `/links/${url.split('/').at(-1)}`, { key })).body.link.recurring).toBe(true);
    // The guide says that the id of a renewal also names the card, and that the error for a wrong id names its field.
    const charge = (transactionId: string) =>
      api('POST', `/merchants/${id}/transactions`, {
        key,
        body: { transactionId, amount: 100, currency: 'EUR' },
      });
    expect((await charge(body[0].id)).status).toBe(201);
    expect(await charge('0'.repeat(24))).toMatchObject({ status: 400, body: [{ field: 'transactionId' }] });
  },
);

testIf('the commands of docs/refunds.md return money, and show its line and the balance', async () => {
  const { key, payment, after } = await runGuide('docs/refunds.md');
  const [refunded = '', balance, lines = '', amount] = linesOf(after);
  expect(JSON.parse(refunded).transaction).toMatchObject({ id: payment, refundedAmount: 1000 });
  const [line, captured] = JSON.parse(lines);
  expect([line.balance, Number(balance), amount]).toEqual([-1000, captured.balance - 1000, '1000']);
  const tooMuch = await api('POST', `/transactions/${payment}/refunds`, { key, body: { amount: 4999 } });
  expect(tooMuch.body).toEqual([{ field: 'amount', message: expect.stringContaining('EUR 39.99') }]);
});

testIf('the commands of docs/disputes.md find the dispute of a test card', async () => {
  const isThere = `for i in $(seq 100); do curl -sg -u :$KEY "$API/disputes?limit=1&filter[merchantId]=$ID" | grep -q open && break; sleep 0.2; done\n`;
  const { payment, after } = await runGuide('docs/disputes.md', '4000000000001976', isThere);
  const [disputes = '', disputed] = linesOf(after);
  expect(JSON.parse(disputes)).toEqual([
    expect.objectContaining({ transactionId: payment, amount: 4999, due: expect.any(String) }),
  ]);
  expect(disputed).toBe('4999');
});

testIf('the commands of docs/integrate.md show the transaction, and capture it once', async () => {
  const { payment, after } = await runGuide('docs/integrate.md');
  const answers = after
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).transaction);
  expect(answers).toEqual([0, 1].map(() => expect.objectContaining({ id: payment, capturedAmount: 4999 })));
});

testIf('the commands of docs/inline-fields.md make a link, and show what a shop compares', async () => {
  const { payment, after } = await runGuide('docs/inline-fields.md');
  const [shown = '', made = ''] = after.trim().split('\n');
  expect(JSON.parse(made).link).toMatchObject({ amount: 4999, reference: 'order-1001', paid: 0 });
  expect(JSON.parse(shown).transaction).toMatchObject({
    id: payment,
    amount: 4999,
    currency: 'EUR',
    test: true,
  });
});

testIf('the commands of docs/methods.md switch on MobilePay, pay by it and capture the payment', async () => {
  const { key, id, after } = await runGuide('docs/methods.md');
  const [known = '', page = '', action = '', status, method = '', captured = '', back = ''] = linesOf(after);
  expect(JSON.parse(known)).toContain('MobilePay');
  expect((await fetch(page)).status).toBe(200);
  expect(JSON.parse(action)).toMatchObject({ kind: 'page', until: expect.any(String) });
  expect([status, JSON.parse(method)]).toEqual([
    '303',
    expect.objectContaining({ type: 'mobilepay', name: 'MobilePay' }),
  ]);
  expect(JSON.parse(captured).transaction).toMatchObject({
    merchantId: id,
    card: null,
    capturedAmount: 4999,
  });
  const { authorizationId } = JSON.parse(back);
  expect(JSON.parse(captured).transaction.id).toBe(authorizationId);
  const { body } = await api('POST', `/transactions/${authorizationId}/increments`, {
    key,
    body: { amount: 1 },
  });
  expect(body).toMatchObject([
    { field: 'amount', message: expect.stringContaining('MobilePay cannot be raised') },
  ]);
});

testIf('the commands of docs/security.md give an app access to a merchant, and take it away', async () => {
  const { after } = await runGuide('docs/security.md');
  expect(after.match(/^\d{3}$/gm)).toEqual(['200', '403']);
});

testIf('the command of docs/console.md invites an owner, who can invite others', async () => {
  const { key, id, after } = await runGuide('docs/console.md');
  expect(JSON.parse(linesOf(after)[0] ?? '')).toEqual({ isMember: false });
  const { body } = await api('GET', `/merchants/${id}/users`, { key, query: { limit: 10 } });
  expect(body).toEqual([expect.objectContaining({ email: 'ann@example.com', role: 'owner' })]);
});

testIf('the commands of docs/live-payments.md make a live merchant and connect it', async () => {
  const [block = ''] = blocksOf('docs/live-payments.md');
  const others = 'npx() { echo "live: $KEY $*"; }\naws() { :; }\nnpm() { :; }\nSECRET=secret\n';
  const printed = await run(`${afterQuickStart()}${others}${block}`);
  const [, key = '', id = ''] =
    /^live: (\S+) florin operator connect (\w+) --acquirer stripe$/m.exec(printed) ?? [];
  const { status, body } = await api('GET', `/merchants/${id}`, { key });
  expect([status, body.merchant]).toEqual([200, expect.objectContaining({ test: false, currency: 'EUR' })]);
});

test('the program of docs/migrate.md shows the app of the key', async () => {
  const [, program = ''] = /```js\n(.*?)```/s.exec(readFileSync('docs/migrate.md', 'utf8')) ?? [];
  const { body } = await api('POST', '/apps', { body: { name: 'Moved' } });
  const address = program.replace('http://localhost:3000', baseUrl);
  const env = { FLORIN_KEY: body.app.key };
  const [stdout, stderr] = await outputOf(process.execPath, ['--input-type=commonjs'], address, env);
  expect([stdout.trim(), stderr]).toEqual([body.app.id, '']);
});

testIf('the commands of docs/testing.md decline a card, and lead to a page with test cards', async () => {
  const { after } = await runGuide('docs/testing.md');
  const [declined = '', page = ''] = linesOf(after);
  expect(JSON.parse(declined)).toMatchObject({ code: 'PAYMENT_CARD_EXPIRED' });
  expect(await (await fetch(page)).text()).toContain('4100');
});

testIf('the command of docs/pci-dss.md makes a link to a page of Florin', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'florin-checks-'));
  // The commands for the assessor need a deployed stage.
  const { after } = await runGuide('docs/pci-dss.md', undefined, `npx() { :; }\ncd ${folder}\n`);
  rmSync(folder, { recursive: true });
  const page = await fetch(after.trim());
  expect([page.status, new URL(page.url).origin]).toEqual([
    200,
    new URL(process.env.FLORIN_POS_URL ?? '').origin,
  ]);
});

const inThisMonth = (text: string): string => {
  const now = new Date();
  const month = (later: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + later)).toISOString().slice(0, 7);
  return text.replaceAll('2026-12', month(1)).replaceAll('2026-11', month(0));
};

testIf('the commands of docs/finance.md read a month, the balance and payouts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'florin-month-'));
  const [block = ''] = blocksOf('docs/finance.md');
  const commands = inThisMonth(block).replace('> month.csv', `> ${folder}/month.csv`);
  const printed = await run(`${afterQuickStart()}${commands}\necho "finance: $KEY $ID"\n`);
  const [, after = '', key = '', id = ''] =
    /quick start: [^\n]*\n(.*)\nfinance: (\S+) (\S+)/s.exec(printed) ?? [];
  const [balance, payouts = ''] = linesOf(after);
  const csv = readFileSync(join(folder, 'month.csv'), 'utf8');
  rmSync(folder, { recursive: true });
  expect(csv).toMatch(/,capture,.*,49\.99,0\.92,49\.07,/);
  expect([balance, JSON.parse(payouts)]).toEqual(['4907', []]);
  const [, program = ''] = /```js\n(.*?)```/s.exec(readFileSync('docs/finance.md', 'utf8')) ?? [];
  const env = { FLORIN_URL: baseUrl, FLORIN_KEY: key, FLORIN_MERCHANT: id };
  const [stdout, stderr] = await outputOf(
    process.execPath,
    ['--input-type=module'],
    inThisMonth(program).replace('console.log(sums)', 'console.log(JSON.stringify(sums))'),
    env,
  );
  expect([JSON.parse(stdout), stderr]).toEqual([{ own: { lines: 1, net: 4907, fees: 92 } }, '']);
});

testIf(
  'the commands of docs/operate.md find a stage healthy, and subscribe to its urgent alarms',
  async () => {
    const [block = ''] = blocksOf('docs/operate.md');
    const aws = `npm() { :; }
aws() { case "$*" in *BaseUrl*) echo ${baseUrl};; *'logical-resource-id Alarms'*) echo the-topic;; *) printf '%s|' "$@"; echo;; esac; }
export FLORIN_PROFILE=nobody
`;
    const printed = await run(aws + block.replace('npx cdk bootstrap\n', ''));
    expect(printed).toContain(`reachable: ${baseUrl}`);
    expect(printed).not.toContain('FAILED');
    const [, subscribed = ''] = /^(sns\|subscribe\|.*)$/m.exec(printed) ?? [];
    expect(subscribed).toContain('|--topic-arn|the-topic|');
  },
);
