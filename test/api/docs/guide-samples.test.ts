import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { aws } from '../support/aws.ts';
import { afterQuickStart, blocksOf, linesOf, outputOf, run, runGuide, testIf } from '../support/guides.ts';
import { waitUntil } from '../support/wait-until.ts';
import { world } from '../support/world.ts';

/* Samples of guides that need this machine, or more than the variables of the quick start. */

const { api } = world();

const blockOf = (page: string, language: string): string =>
  new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(readFileSync(page, 'utf8'))?.[1] ?? '';

/** The quick start without its capture. */
const held = () => afterQuickStart().replace(/^curl .*captures.*$/m, '');

/** Runs commands after the quick start, and returns their answers. */
async function after(commands: string, before = afterQuickStart()) {
  const printed = await run(`${before}${commands.replace(/^curl (?!-s)/gm, 'curl -sS ')}`);
  const [, key = '', id = '', payment = '', rest = ''] =
    /^quick start: (\S+) (\S+) (\S+)\n(.*)$/ms.exec(printed) ?? [];
  return { key, id, payment, lines: linesOf(rest) };
}

testIf(
  'the command of docs/amounts.md captures EUR 10.99, and the mistakes of the page are refused',
  async () => {
    const { key, payment, lines } = await after(blockOf('docs/amounts.md', 'sh'), held());
    expect(JSON.parse(lines[0] ?? '').transaction).toMatchObject({ capturedAmount: 1099 });
    const capture = (body: object) => api('POST', `/transactions/${payment}/captures`, { key, body });
    for (const amount of ['10.99', 10.99, 0, 10 ** 12 + 1])
      expect(await capture({ amount })).toMatchObject({ status: 400, body: [{ field: 'amount' }] });
    expect(await capture({ amount: 1, currency: 'JPY' })).toMatchObject({
      ...{ status: 400, body: [{ field: 'currency' }] },
    });
  },
);

test('the program of docs/errors.md repeats a request with its key until there is a response', async () => {
  const received: unknown[] = [];
  const answers = [503, 429, 201];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const { authorization, 'idempotency-key': key } = request.headers;
      received.push([request.method, request.url, authorization, key, JSON.parse(body)]);
      const status = answers.shift() ?? 500;
      response.writeHead(status, { 'Retry-After': '1' }).end('{"done":true}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const call = `console.log(JSON.stringify(await post('/transactions/1/captures', { amount: 1 }, 'order-1')));`;
  const env = {
    FLORIN_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    FLORIN_KEY: 'key',
  };
  const program = `${blockOf('docs/errors.md', 'js')}\n${call}`;
  const [stdout, stderr] = await outputOf(process.execPath, ['--input-type=module'], program, env);
  server.close();
  expect([JSON.parse(stdout || '{}'), stderr]).toEqual([{ status: 201, body: { done: true } }, '']);
  const sent = ['POST', '/transactions/1/captures', `Basic ${btoa(':key')}`, 'order-1', { amount: 1 }];
  expect(received).toEqual([sent, sent, sent]);
});

testIf('the commands of docs/webhooks.md make an endpoint, test it, and send again', async () => {
  const [first = '', again = ''] = blocksOf('docs/webhooks.md');
  const list = '"$API/merchants/$ID/webhooks/$WEBHOOK/deliveries?limit=10"';
  // The next commands list the deliveries. The deliveries of the guide's payment arrive one by one, so this loop waits.
  const delivery = `for i in $(seq 50); do ALL=$(curl -s -u :$KEY ${list}); DELIVERY=$(echo "$ALL" | grep -o '"id":"[0-9a-f]*"' | head -1 | cut -d '"' -f 4); echo "$ALL" | grep -q transaction.captured && break; sleep 0.2; done\n`;
  const { lines } = await after(
    first + delivery + again.replace('2026-11-21', new Date().toISOString().slice(0, 10)),
  );
  const answers = lines.join('\n');
  expect(answers).toContain('https://shop.example/hooks');
  expect(answers).toContain('"type":"transaction.captured"');
  expect(answers).not.toMatch(/"error"|"field"|"message"/);
});

testIf(
  'the commands of docs/payment-link.md make links, and list the saved cards of a customer',
  async () => {
    const commands = blocksOf('docs/payment-link.md').join('');
    const { lines } = await after(`CARD=${'0'.repeat(24)}\n${commands}`);
    const [link = '', ofCustomer = '', cards = '', removed = ''] = lines;
    expect(JSON.parse(link).link).toMatchObject({ amount: 4999, reference: 'Order 1234' });
    expect(JSON.parse(ofCustomer).link).toMatchObject({ amount: 4999, customer: 'ann-42' });
    expect([JSON.parse(cards), JSON.parse(removed)]).toEqual([
      [],
      expect.objectContaining({ error: 'NOT_FOUND' }),
    ]);
  },
);

testIf('the evidence of docs/disputes.md is accepted for a dispute', async () => {
  const { key, id: merchantId, payment } = await runGuide('docs/refunds.md');
  const [reference, reason] = [`guide-${payment}`, { code: 83, title: 'Fraud, card-absent environment' }];
  const opened = { type: 'dispute.opened', reference, transactionId: payment, amount: 1000, reason };
  await aws().report({ ...opened, due: '2090-01-01T00:00:00.000Z' });
  const query = { limit: 1, 'filter[merchantId]': merchantId, 'filter[transactionId]': payment };
  const disputes = async () => (await api('GET', '/disputes', { key, query })).body;
  const [{ id }] = await waitUntil(disputes, ({ length }) => length === 1);
  const pdf = Buffer.from('%PDF-1.7\n1 0 obj\nendobj\ntrailer\n%%EOF\n').toString('base64');
  const body = JSON.parse(blockOf('docs/disputes.md', 'json').replace('JVBERi0xLjcK…', pdf));
  const { status } = await api('POST', `/disputes/${id}/evidence`, { key, body });
  expect(status).toBe(201);
});

testIf('the refunds of docs/cli.md return money, and a repeat with the same key does not', async () => {
  const block = blocksOf('docs/cli.md').find((each) => each.includes('payments refund')) ?? '';
  const access = 'export FLORIN_URL=$API FLORIN_KEY=$KEY\n';
  const again = block.trim().split('\n').at(-1);
  const printed = await run(`${afterQuickStart()}${access}(${block}${again}) 2>/dev/null\n`);
  const [, key = '', payment = ''] = /^quick start: (\S+) \S+ (\S+)$/m.exec(printed) ?? [];
  const { body } = await api('GET', `/transactions/${payment}`, { key });
  expect(body.transaction.refundedAmount).toBe(2000);
});

testIf('the commands of docs/local.md run a scheduled function, and play the acquirer', async () => {
  const block = blocksOf('docs/local.md').find((each) => each.includes('/invocations')) ?? '';
  const here = block.replace('http://localhost:3003', process.env.FLORIN_AWS_URL ?? '');
  const [invoke = ''] = /^curl.*$/m.exec(here) ?? [];
  const { key, payment, lines } = await after(`${invoke}\n`);
  expect(lines.join('')).not.toContain('errorType');
  const [, message = ''] = /--message-body '(.*)'/.exec(block) ?? [];
  await aws().report(JSON.parse(message.replace('<id>', payment)));
  await aws().emptied('AcquirerEvents');
  const { body } = await api('GET', `/transactions/${payment}`, { key });
  expect(body.transaction.disputedAmount).toBe(100);
});
