import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../lib/root.ts';
import { advisoriesFor, lockedPackages } from '../advisories/osv.ts';

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

test('each version of a package is asked for once, and an alias as the package that is installed', () => {
  const packages = {
    '': { version: '1.0.0' },
    'packages/florin': { version: '1.0.0' },
    'node_modules/florin': { link: true },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b/node_modules/a': { version: '1.0.0' },
    'node_modules/b/node_modules/@c/d': { version: '2.0.0' },
    'node_modules/request': { version: '3.0.9', name: '@cypress/request' },
  };
  expect(lockedPackages({ packages })).toEqual([
    { name: 'a', version: '1.0.0' },
    { name: '@c/d', version: '2.0.0' },
    { name: '@cypress/request', version: '3.0.9' },
  ]);
});

test('no package with known holes is locked for the published client of Paylike', () => {
  const locked = lockedPackages(lock);
  const oldest = { request: 99, 'form-data': 4, 'tough-cookie': 4 };
  for (const [name, major] of Object.entries(oldest))
    for (const { version } of locked.filter((one) => one.name === name))
      expect([name, Number.parseInt(version, 10) >= major]).toEqual([name, true]);
});

test('a package with advisories is a line, and a missing answer is an error', async () => {
  const packages = Array.from({ length: 1001 }, (_, n) => ({ name: `p${n}`, version: '1.0.0' }));
  const bodies: { queries: object[] }[] = [];
  const answering =
    (results: object[]) =>
    async (_: string, { body }: { body: string }) => {
      bodies.push(JSON.parse(body));
      return { ok: true, json: async () => ({ results: results.slice(0, bodies.at(-1)?.queries.length) }) };
    };
  const found = [{}, { vulns: [{ id: 'GHSA-1' }, { id: 'CVE-2' }] }, ...Array(998).fill({})];
  expect(await advisoriesFor(packages, answering(found))).toEqual(['p1@1.0.0: GHSA-1, CVE-2']);
  expect(bodies.map(({ queries }) => queries.length)).toEqual([1000, 1]);
  expect(bodies[1]?.queries).toEqual([{ package: { name: 'p1000', ecosystem: 'npm' }, version: '1.0.0' }]);
  await expect(advisoriesFor(packages, answering([{}]))).rejects.toThrow('each package');
  const failing = async () => ({ ok: false, json: async () => ({}) });
  await expect(advisoriesFor(packages, failing)).rejects.toThrow('each package');
});
