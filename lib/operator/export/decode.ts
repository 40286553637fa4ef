/**
 * `npm run export -- decode downloaded --into rows`: converts the files that `npm run export` has made to files for a
 * data warehouse: one for each dataset, with a JSON object on each line. docs/jobs.md describes the columns.
 */
import { once } from 'node:events';
import {
  createReadStream,
  createWriteStream,
  type Dirent,
  mkdirSync,
  readdirSync,
  type WriteStream,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { printJson } from '#basics/print-json.ts';
import { parseOptions, readOrUsage } from '../../command-line.ts';
import { datasetNames, rowOf } from './rows.ts';

const usage = `npm run export -- decode <folder> --into <folder>

  <folder>  the files that you have downloaded from the bucket, with their subfolders
  --into    a folder for the rows, which must have no earlier rows in it`;

type Outputs = Map<string, { file: WriteStream; rows: number }>;

/** Ends the process after a mistake. */
export async function decode(args: string[]): Promise<void> {
  const { from, into } = readOrUsage(usage, () => read(args));
  const outputs: Outputs = new Map();
  try {
    mkdirSync(into, { recursive: true });
    const files = readdirSync(from, { recursive: true, withFileTypes: true })
      .filter(isData)
      .map(pathOf)
      .sort();
    if (files.length === 0) end(`${from} has no .json.gz file of an export`);
    for (const name of datasetNames) outputs.set(name, { file: openOutput(into, name), rows: 0 });
    for (const file of files) await decodeFile(file, outputs, into);
    for (const { file } of outputs.values()) file.end();
    await Promise.all([...outputs.values()].map(({ file }) => finished(file)));
  } catch (error) {
    end((error as Error).message);
  }
  for (const [name, { rows }] of outputs) console.log(`${name}: ${rows}`);
}

/** If the file exists already, writing to it fails, as the rows of both exports would be mixed. */
function openOutput(into: string, name: string): WriteStream {
  return createWriteStream(join(into, `${name}.ndjson`), { flags: 'wx' });
}

async function decodeFile(path: string, outputs: Outputs, into: string): Promise<void> {
  const input = createReadStream(path).pipe(createGunzip());
  input.on('error', ({ message }) => end(`${path}: ${message}. The rows in ${into} are incomplete`));
  for await (const line of createInterface({ input })) {
    const found = line.trim() === '' ? undefined : rowOf(line);
    const output = found && outputs.get(found.dataset);
    if (!output) continue;
    output.rows++;
    if (!output.file.write(`${printJson(found.row)}\n`)) await once(output.file, 'drain');
  }
}

function isData(entry: Dirent): boolean {
  return entry.isFile() && entry.name.endsWith('.json.gz');
}

function pathOf({ parentPath, name }: Dirent): string {
  return join(parentPath, name);
}

function read(args: string[]) {
  const options = { into: { type: 'string' } } as const;
  const { values, positionals } = parseOptions({ args, options, allowPositionals: true });
  const [from] = positionals;
  if (from === undefined || positionals.length > 1)
    throw new Error(`Give one folder with the files; got "${positionals.join(' ')}"`);
  if (values.into === undefined) throw new Error('Give the folder for the rows with --into');
  return { from, into: values.into };
}

function end(message: string): never {
  console.error(message);
  process.exit(1);
}
