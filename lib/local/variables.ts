import { isDecimal } from '../../functions/core/basics/decimal.ts';
import { jobs } from '../jobs.ts';
import { mailAddress } from '../settings.ts';
import { form as clockForm, readTime } from './clock/wish.ts';
import { isSealKey } from './data-folder.ts';
import { awsEndpointNames } from './function-environment.ts';

type Environment = Record<string, string | undefined>;

interface Form {
  isRight(text: string): boolean;
  /** The form in words, with an example. */
  form: string;
  /** No message shows the value of a secret. */
  isSecret?: true;
}

const oneOf = (...values: string[]): Form => ({
  isRight: (text) => values.includes(text),
  form: values.map((value) => `\`${value}\``).join(' or '),
});

const isCount = (text: string, least: number, most = Number.POSITIVE_INFINITY) => {
  const number = isDecimal(text) ? Number(text) : Number.NaN;
  return Number.isInteger(number) && number >= least && number <= most;
};

const port: Form = {
  isRight: (text) => isCount(text, 0, 65_535),
  form: 'a port from 0 to 65535, for example 3000',
};
const url: Form = {
  isRight: (text) => /^https?:\/\/[^/]/.test(text) && URL.canParse(text),
  form: 'an http or https URL, for example http://localhost:8000',
};
const positive: Form = {
  isRight: (text) => isDecimal(text) && Number(text) > 0,
  form: 'a number above 0, for example 30',
};
const quota: Form = { isRight: (text) => isCount(text, 0), form: 'an integer from 0 on, for example 200' };
const limit: Form = { isRight: (text) => isCount(text, 1), form: 'an integer from 1 on, for example 2000' };

const settings = Object.fromEntries(
  jobs.flatMap((job) =>
    Object.entries(job.settings ?? {}).map(([name, { pattern, form }]): [string, Form] => [
      name,
      { isRight: (text) => pattern.test(text), form },
    ]),
  ),
);

/** The form of each variable that `npm start` reads (docs/local.md). */
const forms: Record<string, Form> = {
  ...settings,
  ...Object.fromEntries(awsEndpointNames.map((name) => [name, url])),
  AWS_PORT: port,
  CONSOLE_PORT: port,
  DECLINE_LIMITS: oneOf('on', 'off'),
  DYNAMODB_ENDPOINT: url,
  FLORIN_CLOCK: { isRight: (text) => readTime(text, 0) !== undefined, form: clockForm },
  FLORIN_CONCURRENCY: limit,
  FLORIN_NONCE_SECONDS: positive,
  FLORIN_REQUEST_SECONDS: positive,
  FLORIN_ROLES: oneOf('on', 'off'),
  FLORIN_SIGN_INS: limit,
  FLORIN_STREAMS: oneOf('on', 'off'),
  FLORIN_THROTTLE: oneOf('on', 'off'),
  FLORIN_TRIGGERS: oneOf('on', 'off'),
  FLORIN_VISIBILITY_SECONDS: positive,
  FLORIN_VOUCH_SECONDS: positive,
  HELLO_CREDENTIALS: { isRight: (text) => /^[^:]+:./.test(text), form: 'user:password', isSecret: true },
  MAIL_FROM: {
    isRight: (text) => mailAddress.test(text),
    form: 'an e-mail address, for example payments@example.com',
  },
  PORT: port,
  POS_PORT: port,
  SEAL_KEY: { isRight: isSealKey, form: '32 bytes in Base64', isSecret: true },
  STACK_TRACES: oneOf('0', '1'),
  STRIPE_CREDENTIALS: {
    isRight: hasApiKey,
    form: 'JSON such as {"apiKey":"sk_test_…","webhookSecrets":["whsec_…"]}',
    isSecret: true,
  },
  STRIPE_URL: url,
  UNVOUCHED_APP_WRITES: limit,
  UNVOUCHED_LIVE_MAILS: quota,
  UNVOUCHED_STAGE_WRITES: limit,
  UNVOUCHED_TEST_DAYS: quota,
  UNVOUCHED_TEST_MAILS: quota,
  WEBHOOK_CHALLENGE: oneOf('on', 'off'),
  WEBHOOK_REACH: oneOf('any', 'public'),
};

/** The variables that `npm start` checks. */
export const variableNames: readonly string[] = Object.keys(forms);

/**
 * Checks the variables of `npm start`. A function would read a mistyped number as none, and a mistyped word as its default.
 * An empty variable counts as not set.
 *
 * @throws Error that names the variable, and its form with an example
 */
export function checkVariables(env: Environment): void {
  for (const [name, { isRight, form, isSecret }] of Object.entries(forms)) {
    const value = env[name];
    if (value && !isRight(value))
      throw new Error(`${name} must be ${form}${isSecret ? '' : `; got "${value}"`}`);
  }
}

function hasApiKey(text: string): boolean {
  try {
    const { apiKey, webhookSecrets = [] } = JSON.parse(text);
    return typeof apiKey === 'string' && apiKey !== '' && Array.isArray(webhookSecrets);
  } catch {
    return false;
  }
}
