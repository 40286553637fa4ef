import { refuseOptionsOfNpm } from '../../command-line.ts';
import { checkSettingName, stageNames } from '../../settings.ts';

/** The arguments of `npm run deploy`. */
export interface Arguments {
  stage: string;
  /** The names of dangers and findings that the operator allows. */
  allowed: string[];
  /** Only checks, and deploys nothing. */
  check: boolean;
  /** Settings of the command line, as `cdk` takes them: `-c name=value`. */
  context: string[];
  /** The profile of the AWS credentials, for the checks; `cdk deploy` gets it with the options. */
  profile?: string;
  /** Further options, which `cdk deploy` gets. */
  options: string[];
}

const flags: Record<string, 'context' | 'allow' | 'profile'> = {
  '-c': 'context',
  '--context': 'context',
  '--allow': 'allow',
  '--profile': 'profile',
};

export const usage = `Usage: npm run deploy -- [sandbox | production] [-c <setting>=<value>] [--allow <name>] [--profile <name>] [--check]

  -c         a setting for this deployment alone, in place of that in stages/<stage>.json (docs/settings.md)
  --allow    deploys in spite of a danger or finding; each refusal names the one to allow
  --profile  the profile of the AWS credentials
  --check    only checks the account and the deployment, and deploys nothing
  others     are passed on to \`cdk deploy\``;

/** The command's own options, as they are written. */
const ownOptions = [...Object.keys(flags), '--check'];

/** The names of the command's own options, and the names that people write by mistake for the stage. */
const names = [...ownOptions.map(withoutHyphens), 'stage', ...stageNames];

/**
 * Reads the arguments. The first one is the stage, unless it is an option.
 *
 * @throws for a missing value, for an unknown stage or setting, and for options that npm has taken
 */
export function readArguments(all: readonly string[], env: NodeJS.ProcessEnv = process.env): Arguments {
  refuseOptionsOfNpm(names, env);
  const given = all.filter((argument) => argument !== '--check');
  const [first = ''] = given;
  const named = first !== '' && !first.startsWith('-') ? first : undefined;
  const check = given.length < all.length;
  const read: Arguments = { stage: 'sandbox', allowed: [], check, context: [], options: [] };
  for (let i = named ? 1 : 0; i < given.length; i++) {
    const [, option = '', inline] = /^(--?\w[\w-]*)(?:=(.*))?$/s.exec(given[i] ?? '') ?? [];
    const flag = flags[option];
    if (!flag) {
      requireOwnSpelling(option, given[i]);
      read.options.push(given[i] ?? '');
    } else {
      const value = inline ?? given[++i];
      if (!value) throw new Error(`${option} needs a value`);
      if (flag === 'allow') read.allowed.push(value);
      else if (flag === 'context') read.context.push(checkSetting(option, value));
      else {
        read.profile = value;
        read.options.push('--profile', value);
      }
    }
  }
  const byContext = read.context.findLast((setting) => setting.startsWith('stage='))?.slice('stage='.length);
  if (named && byContext && named !== byContext)
    throw new Error(`The stage is ${named} by the first argument, and ${byContext} by -c stage=${byContext}`);
  const stage = named ?? byContext ?? read.stage;
  // npm takes the option `--production` for itself, and passes on only this variable.
  if (env.npm_lifecycle_event && env.NODE_ENV === 'production' && !named && !byContext)
    throw new Error(
      `With NODE_ENV=production, as npm sets it for --production, name the stage: npm run ${env.npm_lifecycle_event} -- production (or sandbox)`,
    );
  if (!isStage(stage)) throw new Error(`There is no stage \`${stage}\`; stages are ${stageNames.join(', ')}`);
  return { ...read, stage };
}

/**
 * Refuses an option of this command in a wrong spelling. The option would be passed to `cdk deploy`, which reads
 * each letter of `-check` as an option.
 *
 * @throws for a wrong number of hyphens, for a value that follows `-c` without a space, and for a stage that is an option or
 * does not come first
 */
function requireOwnSpelling(option: string, argument = ''): void {
  const name = withoutHyphens(option);
  const meant = ownOptions.find((own) => withoutHyphens(own) === name);
  if (meant) throw new Error(`\`${argument}\` is not an option; write ${meant}`);
  if (/^-c./.test(argument)) throw new Error(`Write a space after -c; got \`${argument}\``);
  if (isStage(argument) || isStage(name) || name === 'stage')
    throw new Error(`The stage comes first, without hyphens; got \`${argument}\``);
}

function withoutHyphens(option: string): string {
  return option.replace(/^-+/, '');
}

const isStage = (text: string | undefined): boolean => stageNames.some((name) => name === text);

/** The names of the CDK's own context contain `:`. */
function checkSetting(option: string, setting: string): string {
  const [name = '', value] = setting.split('=');
  if (value === undefined) throw new Error(`${option} needs name=value; got \`${setting}\``);
  if (!name.includes(':')) checkSettingName(name, option);
  return setting;
}
