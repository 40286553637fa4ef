import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.ts';
import { checkSettingName, SettingError } from '../settings.ts';

/**
 * Reads the settings of a stage in a region. Those in `stages/<stage>.<region>.json`, for a second region, take precedence over
 * those in `stages/<stage>.json`.
 */
export const settingsOf = (stage: string, region = '', folder?: string): Record<string, string> => ({
  ...readStageFile(stage, folder),
  ...readStageFile(`${stage}.${region}`, folder),
});

/**
 * Reads the settings of a stage from `stages/<stage>.json`, so that each deployment has the same settings as the
 * previous one. A setting of the command line (`-c name=value`) takes precedence. The stack checks the values.
 *
 * @returns no settings if the stage has no file
 * @throws for a file without a JSON object, or with a name or a value of the wrong kind
 */
export function readStageFile(stage: string, folder = join(root, 'stages')): Record<string, string> {
  // A name from the command line is compared, and never becomes part of a path.
  const name = `${stage}.json`;
  if (!existsSync(folder) || !readdirSync(folder).includes(name)) return {};
  const where = `stages/${name}`;
  const file = parse(where, readFileSync(join(folder, name), 'utf8'));
  return Object.fromEntries(Object.entries(file).map((setting) => checkSetting(where, setting)));
}

function parse(where: string, text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new SettingError(`${where} is no JSON: ${(error as Error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new SettingError(`${where} must be an object such as {"alarmEmail": "ops@example.com"}`);
  return value;
}

function checkSetting(where: string, [name, value]: [string, unknown]): [string, string] {
  if (name === 'stage')
    throw new SettingError(`${where} must not have \`stage\`: the file’s name is the stage`);
  checkSettingName(name, where);
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new SettingError(
      `${where}: \`${name}\` must be a string or a number; got ${JSON.stringify(value)}`,
    );
  return [name, String(value)];
}
