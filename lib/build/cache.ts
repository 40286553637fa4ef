import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';

/** A folder of results by their keys. Several processes may use it at the same time. */
export interface Cache<T> {
  /** Whether there is an entry, which may be damaged. Marks the entry as used. */
  has(key: string): boolean;
  /** Returns undefined if the entry is missing or damaged. */
  read(key: string): T | undefined;
  /** Writes an entry whole or not at all. A failure to write is ignored. */
  keep(key: string, value: T): void;
  /** Removes all entries but the `count` that were used last. */
  trim(count: number): void;
}

const hashBytes = 32;

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

export function openCache<T>(folder: string): Cache<T> {
  const markAsUsed = (file: string) => utimesSync(file, new Date(), new Date());
  return {
    has(key) {
      try {
        markAsUsed(join(folder, key));
        return true;
      } catch {
        return false;
      }
    },
    read(key) {
      const file = join(folder, key);
      try {
        const bytes = readFileSync(file);
        const content = bytes.subarray(hashBytes);
        if (!hashOf(content).equals(bytes.subarray(0, hashBytes))) return undefined;
        markAsUsed(file);
        return deserialize(content);
      } catch {
        return undefined;
      }
    },
    keep(key, value) {
      const content = serialize(value);
      const part = join(folder, `${key}.${process.pid}`);
      try {
        mkdirSync(folder, { recursive: true });
        writeFileSync(part, Buffer.concat([hashOf(content), content]));
        renameSync(part, join(folder, key));
      } catch {
        if (existsSync(part)) rmSync(part);
      }
    },
    trim(count) {
      const timeOfUse = (name: string) =>
        statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
      try {
        const byUse = readdirSync(folder).sort((a, b) => timeOfUse(b) - timeOfUse(a));
        for (const name of byUse.slice(count)) rmSync(join(folder, name), { force: true });
      } catch {} // the folder cannot be read or written, so nothing was kept
    },
  };
}
