import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface Data {
  /** The database file. */
  file: string;
  release(): void;
}

const taken = new Set<string>();

const holderPattern = /^pid-(\d+)$/;

/**
 * Reserves the data folder for this process. The engine would let two processes write to one file without knowing of
 * each other. Each process writes a file of its own before it looks for those of others: if two start at once, at
 * least one of them sees the other's file and gives up.
 *
 * @throws Error that names the process that has the folder, or says why the folder cannot be written
 */
export function takeData(folder: string): Data {
  const lockOf = (pid: number) => join(folder, `pid-${pid}`);
  const inUseError = (pid: number) =>
    new Error(
      `${folder} is in use by process ${pid}. Stop that one first, or start with --memory. ` +
        `(If that process is not Florin, remove ${lockOf(pid)}.)`,
    );
  const notWritable = ({ message }: Error) =>
    new Error(
      `The folder ${folder} for the data cannot be written: ${message}. Make it a folder that you can write to, or start with --memory.`,
    );
  // In a container, an earlier process that was killed may have had the same number as this one, so a lock file with
  // this number proves nothing.
  if (taken.has(folder)) throw inUseError(process.pid);
  const lock = lockOf(process.pid);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(lock, '');
  } catch (error) {
    throw notWritable(error as Error);
  }
  for (const name of readdirSync(folder)) {
    const pid = Number(holderPattern.exec(name)?.[1]);
    if (isRunning(pid)) {
      rmSync(lock);
      throw inUseError(pid);
    }
    // The process with the lock was killed.
    if (pid && pid !== process.pid) rmSync(lockOf(pid), { force: true });
  }
  try {
    closeToOthers(folder);
  } catch (error) {
    rmSync(lock, { force: true });
    throw notWritable(error as Error);
  }
  taken.add(folder);
  return {
    file: join(folder, 'florin.sqlite'),
    release() {
      taken.delete(folder);
      rmSync(lock, { force: true });
    },
  };
}

/** Lets only this user read a folder and all that is in it. Files of earlier versions have other modes. */
function closeToOthers(path: string): void {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return;
  const mode = stat.isDirectory() ? 0o700 : 0o600;
  if ((stat.mode & 0o777) !== mode) chmodSync(path, mode);
  if (stat.isDirectory()) for (const name of readdirSync(path)) closeToOthers(join(path, name));
}

const temporary = /^florin-(?:mail|memory|stack)-(\d+)-/;

export interface TemporaryFolder {
  path: string;
  release(): void;
}

/**
 * Makes a folder for this process, which is removed when it is released. If the process was killed, for example with
 * its terminal, the next call removes the folder, which can have 80 MB. The folder's name contains the number of its
 * process.
 */
export function temporaryFolder(kind: 'mail' | 'memory' | 'stack'): TemporaryFolder {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = temporary.exec(name) ?? [];
    if (pid && Number(pid) !== process.pid && !isRunning(Number(pid))) remove(join(tmpdir(), name));
  }
  const path = mkdtempSync(join(tmpdir(), `florin-${kind}-${process.pid}-`));
  return { path, release: () => remove(path) };
}

/** Makes a temporary database file. */
export function temporaryData(): Data {
  const { path, release } = temporaryFolder('memory');
  return { file: join(path, 'florin.sqlite'), release };
}

/**
 * Removes a folder as far as possible. Another process may remove it at the same time, or Windows may have a file
 * open; the next start removes the rest.
 */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {}
}

/** Whether a text is a key that seals data. */
export const isSealKey = (text: string): boolean => Buffer.from(text, 'base64').length === 32;

/**
 * Refuses a database file that is empty, or is missing beside its log of writes. The engine would take the file for a
 * new one and start with an empty table.
 */
export function checkDatabase(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size || (size === undefined && !existsSync(`${file}-wal`))) return;
  throw new Error(
    `${file} is ${size === 0 ? 'empty' : 'missing'}, so its table is lost. Restore the file from a copy, or remove ${dirname(file)} to start with an empty table.`,
  );
}

/**
 * Reads the key that seals the data in the folder. Makes the key, 32 bytes in Base64, if there is no data yet. The file
 * is written completely or not at all, as half a key on a full disk would prevent each later start.
 */
export function keptSealKey(folder: string, database: string): string {
  const file = join(folder, 'seal-key');
  if (!existsSync(file)) {
    if (existsSync(database))
      throw new Error(
        `${file} is missing, and no other key decrypts the cards and secrets in ${database}. Restore the file, set SEAL_KEY if that key sealed them, or remove ${folder} to start with an empty table.`,
      );
    const part = `${file}.part`;
    writeFileSync(part, randomBytes(32).toString('base64'), { mode: 0o600, flush: true });
    renameSync(part, file);
  }
  const key = readFileSync(file, 'utf8').trim();
  if (isSealKey(key)) return key;
  throw new Error(
    `${file} must have 32 bytes in Base64. Restore the file, or remove ${folder} to start with an empty table: no other key decrypts what this one has sealed.`,
  );
}

/** Whether another process has this number. */
export function isRunning(pid: number): boolean {
  if (!pid || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
