import { readFileSync } from 'node:fs';
import { advisoriesFor, lockedPackages } from './osv.ts';

/** Prints the packages of the lock file that have known vulnerabilities, and fails if there is one. */
const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'));
const packages = lockedPackages(lock);
const lines = await advisoriesFor(packages);
console.log(lines.join('\n') || `No known vulnerability in ${packages.length} packages`);
process.exitCode = lines.length > 0 ? 1 : 0;
