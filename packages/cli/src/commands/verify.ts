import { existsSync, readFileSync } from 'node:fs';
import { fingerprintOf, hashOfSeal, publicKeyOf } from '../../../../functions/core/domain/ledger/seal.ts';
import { type SealedLog, sealedLogs } from '../../../../functions/core/domain/ledger/sealed-fields.ts';
import { type Command, type Input, text } from '../command.ts';
import { UsageError } from '../failures.ts';
import { compareEntries, type EntryDifference } from '../seals/compare-entries.ts';
import { readExport } from '../seals/read-export.ts';
import { type SealDifference, verifySeals } from '../seals/verify-seals.ts';

export const verify: Command = {
  summary: 'Verifies an export of the ledger against its seals',
  arguments: ['<file> …'],
  hasNoProfile: true,
  flags: {
    key: { type: 'string', value: 'KEY,…', says: 'public keys: PEM files, or Base64', required: true },
    seal: { type: 'string', value: 'HASH,…', says: 'seals that you have noted, which must be there' },
    only: { type: 'string', value: 'ledger|audit', says: 'verifies only this log' },
    'late-until': { type: 'string', value: 'TIME', says: 'accepts late seals that were made until then' },
  },
  notes: `The files are those of \`npm run export -- decode\`: seals.ndjson,
seal-entries.ndjson, lines.ndjson and audit.ndjson. Instead of lines.ndjson, the
lines of a merchant can be pages of the API. The tool uses no network. It exits
with 1 if an entry or a seal differs, and names the first ones.`,
  async run(input) {
    const only = text(input, 'only') as SealedLog | undefined;
    if (only !== undefined && !sealedLogs.includes(only))
      throw new UsageError(`--only must be \`ledger\` or \`audit\`; got \`${only}\`.`);
    const options = { keys: keysIn(input), lateUntil: lateUntilIn(input), known: listIn(input, 'seal') };
    const missing = input.positionals.find((path) => !existsSync(path));
    if (missing !== undefined) throw new UsageError(`There is no file \`${missing}\`.`);

    const found = await readExport(input.positionals);
    const { trusted, differences: ofSeals } = verifySeals(found, options);
    const { differences, count, sealed, unsealed } = compareEntries(
      found.entries.sorted(),
      trusted,
      only ? [only] : sealedLogs,
      options.lateUntil,
    );
    const newest = [...trusted].flatMap(([merchantId, seals]) => {
      const last = seals.at(-1);
      return last ? [{ merchantId, day: last.day, number: last.number, hash: hashOfSeal(last) }] : [];
    });
    const result = {
      verified: ofSeals.length === 0 && count === 0,
      entries: { sealed, unsealed, expiring: found.counts.expiring },
      newest,
      seals: ofSeals,
      differences,
      count,
    };
    const lines = [
      ...ofSeals.map(sealLine),
      ...differences.map(entryLine),
      ...(count > differences.length ? [`… and ${count - differences.length} further differences`] : []),
      ...newest.map(({ merchantId, day, hash }) => `${merchantId}: sealed until ${day}, ${hash}`),
      `${sealed} entries have a seal. ${unsealed} are newer than the seals or have none. ${found.counts.expiring} expire, and are never sealed.`,
      result.verified ? 'Each sealed entry is as it was sealed.' : 'The export differs from its seals.',
    ];
    input.out.result(result, lines.join('\n'));
    if (!result.verified) process.exitCode = 1;
    for (const key of options.keys) input.out.note(`Trusted key: SHA-256 ${fingerprintOf(key)}`);
  },
};

const listIn = (input: Input, name: string): string[] =>
  (text(input, name) ?? '').split(',').filter((part) => part !== '');

function keysIn(input: Input) {
  const keys = listIn(input, 'key').map((part) => {
    try {
      return publicKeyOf(existsSync(part) ? readFileSync(part, 'utf8') : part);
    } catch {
      throw new UsageError(`--key must be a PEM file or a public key in Base64; got \`${part}\`.`);
    }
  });
  if (keys.length === 0) throw new UsageError('--key needs the public key of the stage.');
  return keys;
}

function lateUntilIn(input: Input): number | undefined {
  const time = text(input, 'late-until');
  if (time === undefined) return undefined;
  const until = Date.parse(time);
  if (!Number.isNaN(until)) return until;
  throw new UsageError(`--late-until must be a time like \`2026-12-01T00:00:00Z\`; got \`${time}\`.`);
}

const sealLine = ({ merchantId, kind, day, says }: SealDifference): string =>
  [kind === 'seal' ? 'Seal' : 'Missing', day, merchantId && `of ${merchantId}`].filter(Boolean).join(' ') +
  `: ${says}`;

function entryLine({ merchantId, log, kind, day, id, from }: EntryDifference): string {
  const where = `${log} of ${merchantId}, ${day}`;
  if (kind === 'day') return `${where}: the entries differ, and no list of sealed entries names which`;
  if (kind === 'late')
    return `${where}: the first seal was made long after ${id}, and may replace earlier seals`;
  return `${where}: ${kind} ${id}${from ? ` (was ${from})` : ''}`;
}
