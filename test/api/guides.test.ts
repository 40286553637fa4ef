import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { password, username } from './support/hello.ts';
import { world } from './support/world.ts';

const { api } = world();
const baseUrl = process.env.FLORIN_BASE_URL ?? '';

const has = (tool: string, ...args: string[]): boolean => spawnSync(tool, args).status === 0;

/** Readers paste these shell blocks. If curl is absent, other tests still make the same requests. */
const testIf = has('curl', '--version') && has('sh', '-c', ':') ? test : test.skip;

const blocksOf = (page: string): string[] =>
  [...readFileSync(page, 'utf8').matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);

function run(commands: string): string {
  const { stdout, stderr } = spawnSync('sh', ['-eu'], { input: commands, encoding: 'utf8' });
  // The progress of curl, and npm's remark about the script that builds the client.
  const noise = /^( .*(Total|Dload|--:--)|npm warn install-scripts).*$/gm;
  expect(stderr.replace(noise, '').trim()).toBe('');
  return stdout;
}

testIf('the commands of docs/hello-world.md print the results that the guide describes', () => {
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
  const created = run(create);
  const [, id = ''] = /^location: .*\/api\/helloWorld\/(\d+)\r$/im.exec(created) ?? [];
  expect([created, id]).toEqual([expect.stringMatching(/^HTTP\/1\.1 201 /m), expect.stringMatching(/./)]);

  const [one = '', all = '', change = '', remove = '', about = ''] = others.map((command) =>
    command.replace(/helloWorld\/1\b/, `helloWorld/${id}`).replace('<id>1</id>', `<id>${id}</id>`),
  );
  expect(run(one).trim()).toBe(`{"id":${id},"name":"Ann"}`);
  expect(run(all)).toContain(`<helloWorld><id>${id}</id><name>Ann</name></helloWorld>`);
  expect(run(change)).toBe('');
  expect(JSON.parse(run(one))).toEqual({ id: Number(id), name: 'Zoë & Ann' });
  expect(run(remove)).toBe('');
  expect(JSON.parse(run(one))).toMatchObject({ code: 'NOT_FOUND' });
  expect(run(about)).toContain('helloWorld');
});

testIf(
  'the commands of examples/README.md create the app and the test merchant that a shop needs',
  async () => {
    const [block = ''] = blocksOf('examples/README.md');
    const commands = block.replace('http://localhost:3000', baseUrl).replace(/^node examples.*$/m, '');
    const printed = run(`${commands}\necho "$FLORIN_KEY $FLORIN_MERCHANT"`);
    // npm reports what it has installed before that line.
    const [key = '', merchantId] = printed.trim().split('\n').at(-1)?.split(' ') ?? [];
    const { status, body } = await api('GET', `/merchants/${merchantId}`, { key });
    expect([status, body.merchant]).toEqual([200, expect.objectContaining({ test: true, currency: 'EUR' })]);
  },
);
