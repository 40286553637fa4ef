import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Settings of npm itself that a user may have in `.npmrc`. They do not come from the command line. */
const settingsOfNpm = ['json', 'prefix', 'yes'];

/**
 * Refuses options that npm has taken. npm treats the options of `npm run deploy --check` as its own settings, and
 * hides them from the command, which would then deploy. They are visible only in the environment, as
 * `npm_config_check`.
 *
 * @param names the options that the command has, without their hyphens
 */
export function refuseOptionsOfNpm(names: readonly string[], env: NodeJS.ProcessEnv = process.env): void {
  const { npm_lifecycle_event: script } = env;
  if (!script) return;
  const taken = names
    .filter((name) => !settingsOfNpm.includes(name) && isTaken(name, env))
    .map((name) => (name.length === 1 ? `-${name}` : `--${name}`));
  if (taken.length === 0) return;
  const command = script === 'start' ? 'npm start' : `npm run ${script}`;
  const options = taken.join(' ');
  throw new Error(
    `npm has taken ${options} for itself: put \`--\` before the options, as in \`${command} -- ${options}\``,
  );
}

function isTaken(name: string, env: NodeJS.ProcessEnv): boolean {
  // npm's `-c` is `--call`, and `npx -c "npm run deploy"` sets it, too. Then its value is a command, not a setting.
  if (name === 'c') return /^\S+=\S*$/.test(env.npm_config_call ?? '');
  return env[`npm_config_${name.replaceAll('-', '_')}`] !== undefined;
}

/**
 * Reads the options of a command as `parseArgs` does, but refuses those that npm has taken.
 *
 * @throws Error that names the mistake in one line
 */
export const parseOptions: typeof parseArgs = (config) => {
  refuseOptionsOfNpm(Object.keys(config?.options ?? {}));
  try {
    return parseArgs(config);
  } catch (error) {
    // The message of Node.js is a paragraph with advice that fits no command; its first sentence says enough.
    throw new Error((error as Error).message.replace(/\. .*$/s, ''));
  }
};

/**
 * Reads the command line. Ends the command with its usage after `--help`, and after a mistake with the mistake, too.
 *
 * @param read throws an Error that names a mistake
 */
export function readOrUsage<T>(usage: string, read: () => T): T {
  if (process.argv.includes('--help')) {
    console.log(`Usage: ${usage}`);
    process.exit();
  }
  try {
    return read();
  } catch (error) {
    console.error(`${(error as Error).message}\n\nUsage: ${usage}`);
    process.exit(2);
  }
}

/** Reads the options of a command that needs no further checks, or ends the command with the mistake and its usage. */
export const optionsOrUsage = <const Config extends ParseArgsConfig>(usage: string, config: Config) =>
  readOrUsage(usage, () => parseOptions(config));
