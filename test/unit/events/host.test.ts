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

/** An unusual address of this machine on Linux, and the usual one elsewhere. */
const ours = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1';
/** A documentation address of RFC 5737, which no machine has. */
const elsewhere = '192.0.2.1';

test.each([
  ['the bridge of Docker on this machine', [{ Subnet: '172.17.0.0/16', Gateway: ours }], ours],
  ['a bridge with IPv6 first', [{ Gateway: 'fd00::1' }, { Gateway: ours }], ours],
  ['Docker Desktop, which has its bridge in a virtual machine', [{ Gateway: elsewhere }], '127.0.0.1'],
  ['a bridge without an address', [{ Subnet: '172.17.0.0/16' }], '127.0.0.1'],
  ['no bridge', null, '127.0.0.1'],
])('hostForContainers returns the address for %s', async (_, config, host) => {
  const script = `#!${process.execPath}\nconsole.log(${JSON.stringify(JSON.stringify(config))})\n`;
  writeFileSync(docker(), script, { mode: 0o755 });
  expect(await hostForContainers(docker())).toBe(host);
});

test('hostForContainers returns the loopback address without Docker', async () => {
  expect(await hostForContainers(docker())).toBe('127.0.0.1');
});
