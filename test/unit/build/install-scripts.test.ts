import { readFileSync } from 'node:fs';

test('package.json allows or denies each install script, so that `npm ci` does not warn of scripts', () => {
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
  const packages = Object.entries<{ hasInstallScript?: boolean }>(read('package-lock.json').packages);
  const withScripts = packages.filter(([path, { hasInstallScript }]) => path !== '' && hasInstallScript);
  const names = withScripts.map(([path]) => path.replace(/^.*node_modules\//, ''));
  const decided = Object.keys(read('package.json').allowScripts);
  // fsevents is for macOS, and npm warns only of packages that it installs.
  expect(decided).toEqual(expect.arrayContaining(names.filter((name) => name !== 'fsevents')));
});
