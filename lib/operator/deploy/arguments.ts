/** The arguments of `npm run deploy`. */
export interface Arguments {
  stage: string;
  /** The names of dangers and findings that the operator allows. */
  allowed: string[];
  /** Only looks, and deploys nothing. */
  check: boolean;
  /** Settings of the command line, as `cdk` takes them: `-c name=value`. */
  context: string[];
  /** The profile of the AWS credentials, for the checks; `cdk deploy` gets it with the options. */
  profile?: string;
  /** Further options, which `cdk deploy` gets. */
  options: string[];
}

const flags: Record<string, 'context' | 'allow' | 'check' | 'profile'> = {
  '-c': 'context',
  '--context': 'context',
  '--allow': 'allow',
  '--check': 'check',
  '--profile': 'profile',
};

/** Reads the arguments. The first one is the stage, unless it is an option. @throws if a value is missing */
export function readArguments(given: readonly string[]): Arguments {
  const [first = ''] = given;
  const named = first !== '' && !first.startsWith('-') ? first : undefined;
  const read: Arguments = { stage: 'sandbox', allowed: [], check: false, context: [], options: [] };
  for (let i = named ? 1 : 0; i < given.length; i++) {
    const [, option = '', inline] = /^(--?\w[\w-]*)(?:=(.*))?$/s.exec(given[i] ?? '') ?? [];
    const flag = flags[option];
    if (!flag) read.options.push(given[i] ?? '');
    else if (flag === 'check') read.check = true;
    else {
      const value = inline ?? given[++i];
      if (!value) throw new Error(`${option} needs a value`);
      if (flag === 'allow') read.allowed.push(value);
      else if (flag === 'context') read.context.push(value);
      else {
        read.profile = value;
        read.options.push('--profile', value);
      }
    }
  }
  const byContext = read.context.findLast((setting) => setting.startsWith('stage='))?.slice('stage='.length);
  if (named && byContext && named !== byContext)
    throw new Error(`The stage is ${named} by the first argument, and ${byContext} by -c stage=${byContext}`);
  return { ...read, stage: named ?? byContext ?? read.stage };
}
