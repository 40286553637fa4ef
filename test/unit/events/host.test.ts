import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostForContainers } from '../../../lib/recorders/events/host.ts';

let folder: string;
const docker = () => join(folder, 'docker');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'florin-docker-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Another address of this machine than the usual one, where it has any. */
const ours = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1';
/** An address of RFC 5737, which nobody has. */
const elsewhere = '192.0.2.1';

test.each([
  ['Docker on this machine: its bridge', [{ Subnet: '172.17.0.0/16', Gateway: ours }], ours],
  ['a bridge with IPv6 first', [{ Gateway: 'fd00::1' }, { Gateway: ours }], ours],
  ['Docker Desktop, whose bridge is in a machine of its own', [{ Gateway: elsewhere }], '127.0.0.1'],
  ['a bridge without an address', [{ Subnet: '172.17.0.0/16' }], '127.0.0.1'],
  ['no bridge', null, '127.0.0.1'],
])('containers find the table at the address that belongs to %s', async (_, config, host) => {
  const script = `#!${process.execPath}\nconsole.log(${JSON.stringify(JSON.stringify(config))})\n`;
  writeFileSync(docker(), script, { mode: 0o755 });
  expect(await hostForContainers(docker())).toBe(host);
});

test('without Docker it is the loopback', async () => {
  expect(await hostForContainers(docker())).toBe('127.0.0.1');
});
