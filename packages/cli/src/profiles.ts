import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from './failures.ts';
import { forget, keep, recall } from './keychain.ts';

/** The access to one Florin, stored under a name. */
export interface Profile {
  baseUrl: string;
  posUrl?: string;
  consoleUrl?: string;
  merchantId?: string;
  /**
   * Set if the tool itself has made the test merchant. Then it may make another one when this one no longer exists.
   */
  made?: true;
  /** Absent if the keychain has the key. */
  key?: string;
}

type Profiles = Record<string, Profile>;

const folderOf = (env: NodeJS.ProcessEnv): string =>
  join(env.XDG_CONFIG_HOME || (env.APPDATA ?? join(env.HOME ?? homedir(), '.config')), 'florin');

export const fileOf = (env: NodeJS.ProcessEnv): string => join(folderOf(env), 'profiles.json');

/** @throws UsageError if the file has a key and others may read it */
function readAll(env: NodeJS.ProcessEnv): Profiles {
  const file = fileOf(env);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    // The error prevents the next login from replacing the file, which contains keys.
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`);
  }
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    throw new UsageError(`Others can read the keys in ${file}. Make new keys, and run: chmod 600 ${file}`);
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${file} is not JSON. Repair or remove it, and log in again.`);
  }
}

/**
 * Replaces the file in one step, so that a crash cannot leave an incomplete file, and nobody else can read it at any
 * moment.
 */
function writeAll(profiles: Profiles, env: NodeJS.ProcessEnv): void {
  mkdirSync(folderOf(env), { recursive: true, mode: 0o700 });
  const next = `${fileOf(env)}.${process.pid}`;
  rmSync(next, { force: true });
  writeFileSync(next, `${JSON.stringify(profiles, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' });
  chmodSync(next, 0o600);
  renameSync(next, fileOf(env));
}

/** @returns the profile with its key */
export function readProfile(name: string, env: NodeJS.ProcessEnv): (Profile & { key: string }) | undefined {
  const all = readAll(env);
  const profile = Object.hasOwn(all, name) ? all[name] : undefined;
  if (!profile) return undefined;
  const key = profile.key ?? recall(name, env);
  if (key === undefined)
    throw new UsageError(
      `The keychain does not give out the key of profile ${name}. Unlock it, or log in again.`,
    );
  return { ...profile, key };
}

/** @returns a description of the place where the key is stored */
export function writeProfile(
  name: string,
  { key, ...profile }: Profile & { key: string },
  env: NodeJS.ProcessEnv,
): string {
  const keychain = keep(name, key, env);
  const all = readAll(env);
  writeAll({ ...all, [name]: { ...profile, ...(!keychain && { key }) } }, env);
  return keychain ?? fileOf(env);
}

/** @returns whether the profile existed */
export function removeProfile(name: string, env: NodeJS.ProcessEnv): boolean {
  const all = readAll(env);
  if (!Object.hasOwn(all, name)) return false;
  const { [name]: removed, ...others } = all;
  if (removed?.key === undefined) forget(name, env);
  writeAll(others, env);
  return true;
}
