import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Readers paste these shell blocks. If curl is absent, other tests still make the same requests. */
const testIf = spawnSync('curl', ['--version']).status === 0 ? test : test.skip;

testIf('the commands of the quick start lead to a captured payment and the deliveries of its webhook', () => {
  const guide = readFileSync('docs/quick-start.md', 'utf8');
  const commands = [...guide.matchAll(/```sh\n(.*?)```/gs)]
    .map(([, block = '']) => block)
    .join('')
    .replace(/^API=.*$/m, `API=${process.env.FLORIN_BASE_URL} POS=${process.env.FLORIN_POS_URL}`);
  // The deliveries arrive a moment later. A reader would repeat the last command.
  const last = commands.trimEnd().split('\n').at(-1) ?? '';
  const patient = `${commands}\nfor i in $(seq 50); do ${last} | grep -q captured && break; sleep 0.2; done\n${last}\n`;
  const { stdout, stderr } = spawnSync('sh', ['-eu'], { input: patient, encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(stdout).toMatch(/"capturedAmount":4999/);
  expect(stdout).toMatch(/FLORIN_URL=\S+ FLORIN_KEY=\S+ FLORIN_MERCHANT=[0-9a-f]{24} npx florin listen/);
  expect(stdout).toContain('"type":"transaction.created"');
  expect(stdout).toContain('"type":"transaction.captured"');
});
