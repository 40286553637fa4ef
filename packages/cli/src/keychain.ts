import { spawnSync } from 'node:child_process';

/**
 * The system's keychain, and the program that accesses it. The key is passed to the program by standard input, as
 * everybody on the machine can read its arguments.
 */
interface Keychain {
  name: string;
  keep(profile: string, key: string): Call;
  recall(profile: string): Call;
  forget(profile: string): Call;
}

interface Call {
  program: string;
  args: string[];
  input?: string;
}

const service = 'florin';

const macos: Keychain = {
  name: 'the keychain of macOS',
  // With -i the program reads its command from standard input.
  keep: (profile, key) => ({
    program: 'security',
    args: ['-i'],
    input: `add-generic-password -U -s ${service} -a ${profile} -w ${key}\n`,
  }),
  recall: (profile) => ({
    program: 'security',
    args: ['find-generic-password', '-s', service, '-a', profile, '-w'],
  }),
  forget: (profile) => ({
    program: 'security',
    args: ['delete-generic-password', '-s', service, '-a', profile],
  }),
};

const linux: Keychain = {
  name: 'the keychain (secret-tool)',
  keep: (profile, key) => ({
    program: 'secret-tool',
    args: ['store', `--label=Florin: ${profile}`, 'service', service, 'profile', profile],
    input: key,
  }),
  recall: (profile) => ({ program: 'secret-tool', args: ['lookup', 'service', service, 'profile', profile] }),
  forget: (profile) => ({ program: 'secret-tool', args: ['clear', 'service', service, 'profile', profile] }),
};

const keychains: Partial<Record<NodeJS.Platform, Keychain>> = { darwin: macos, linux };

/** A name or key with other characters could be interpreted as a part of the command. */
const isPlain = (text: string): boolean => /^[\w.-]+$/.test(text);

/** @returns the output; undefined if the program is absent, refuses, or waits for a person */
function run({ program, args, input }: Call, env: NodeJS.ProcessEnv): string | undefined {
  const { status, stdout } = spawnSync(program, args, {
    input: input ?? '',
    encoding: 'utf8',
    env,
    timeout: 20_000,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  return status === 0 ? stdout : undefined;
}

/**
 * Stores a key in the keychain.
 *
 * @returns the name of the keychain; undefined if the key must be stored elsewhere
 */
export function keep(profile: string, key: string, env: NodeJS.ProcessEnv): string | undefined {
  const keychain = keychains[process.platform];
  if (!keychain || !isPlain(profile) || !isPlain(key)) return undefined;
  run(keychain.keep(profile, key), env);
  // `security -i` reports success even if its command failed, so the key is read back.
  return recall(profile, env) === key ? keychain.name : undefined;
}

export function recall(profile: string, env: NodeJS.ProcessEnv): string | undefined {
  const keychain = keychains[process.platform];
  return (keychain && isPlain(profile) && run(keychain.recall(profile), env)?.trim()) || undefined;
}

export function forget(profile: string, env: NodeJS.ProcessEnv): void {
  const keychain = keychains[process.platform];
  if (keychain && isPlain(profile)) run(keychain.forget(profile), env);
}
