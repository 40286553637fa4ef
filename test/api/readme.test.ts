import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const tools = ['sh', 'curl'].every((tool) => spawnSync(tool, ['--version']).error === undefined);

/** Needs a shell and curl, as its reader does; elsewhere the other tests cover the same calls. */
(tools ? test : test.skip)('the first payment of the README works as it is written', () => {
  const readme = readFileSync('README.md', 'utf8');
  const section = readme.slice(readme.indexOf('## Your first payment'));
  const [, commands = ''] = /```sh\n(.*?)```/s.exec(section) ?? [];
  const script = commands.replace(
    /^API=.*$/m,
    `API=${process.env.FLORIN_BASE_URL} POS=${process.env.FLORIN_POS_URL}`,
  );
  const { stdout, stderr } = spawnSync('sh', ['-eu'], { input: script, encoding: 'utf8' });
  expect(stderr).toBe('');
  const [, balance] = /prints `(\d+)`/.exec(section) ?? [];
  expect(stdout.trim().split('\n').at(-1)).toBe(balance);
  // The lines print as the README shows them, but for ids and dates.
  const [, shown = ''] = /```json\n(.*?)\n```/s.exec(section) ?? [];
  const printed = stdout.replace(/"(id|merchantId|transactionId|created)":"[^"]*"/g, '"$1":"…"');
  expect(printed).toContain(shown);
});
