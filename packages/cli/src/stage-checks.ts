import { type MailFacts, mailFaults, noSender, readSender } from '../../../lib/operator/deploy/mail.ts';
import { AwsError, functionNameOf, physicalNamesOf, readAws } from './aws.ts';
import { type Check, failure, ok, warning } from './checks.ts';
import { commandLine } from './command-text.ts';
import { checkAcquirer } from './job.ts';

/** Makes the check of a fault. Production needs mail and alarms, so there it is an error, and elsewhere a warning. */
type Weigh = typeof failure;

/** The checks of a deployed stage that need AWS credentials. They read, and change nothing. */
export async function stageChecks(stage: string): Promise<Check[]> {
  const weigh = stage === 'production' ? failure : warning;
  const found = await Promise.all([
    mailChecks(stage, weigh).catch((error) => [unreadable('mail', error)]),
    alarmChecks(stage, weigh).catch((error) => [unreadable('alarms', error)]),
  ]);
  return found.flat();
}

/** A check that could not be made. It must not count as passed. */
export const unreadable = (name: string, { message }: Error): Check =>
  failure(
    name,
    `could not be read: ${message}`,
    'AWS_PROFILE and AWS_REGION choose credentials and region; docs/cli.md has the rights that are needed.',
  );

/** Checks what the acquirer's key of a stage can do in the account of a live merchant. */
export async function acquirerCheck(stage: string, merchantId: string): Promise<Check> {
  const name = `acquirer of ${merchantId}`;
  const checked = await checkAcquirer(merchantId, { stage }).catch((error: Error) => error);
  if (checked instanceof AwsError) return unreadable(name, checked);
  const remedy = `Mend the account or the key at the acquirer, and run florin operator check ${merchantId} --stage ${stage}.`;
  if (checked instanceof Error) return failure(name, checked.message, remedy);
  const { acquirer, account = 'the account of the key', missing, faults } = checked;
  const lacks = missing.length > 0 ? [`The key lacks rights: ${missing.join(', ')}`] : [];
  const says = [...lacks, ...faults].join('. ');
  return says
    ? failure(name, says, remedy)
    : ok(name, `the key has every right in ${account} at ${acquirer}`);
}

async function mailChecks(stage: string, weigh: Weigh): Promise<Check[]> {
  const sender = await senderOf(stage);
  const missed: Check[] = [];
  const tryToRead = <T>(what: string, answer: Promise<T>): Promise<T | undefined> =>
    answer.catch((error) => {
      missed.push(unreadable(what, error));
      return undefined;
    });
  const facts: MailFacts =
    sender === noSender
      ? {}
      : {
          ...(await tryToRead('mail.account', readAccount())),
          sender: await tryToRead('mail.identity', readSender(sender, readIdentity)),
        };
  const faults = mailFaults(sender, facts);
  if (faults.length + missed.length === 0)
    return [ok('mail', `SES has verified the sender ${sender}, and sends to everybody`)];
  return [...faults.map(({ name, says, remedy }) => weigh(name, says, sentence(remedy))), ...missed];
}

const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;

async function senderOf(stage: string): Promise<string> {
  const name = await functionNameOf(stage, 'SendMail');
  const query = ['--function-name', name, '--query', 'Environment.Variables.MAIL_FROM'];
  return (await readAws<string | null>('lambda', 'get-function-configuration', query)) ?? noSender;
}

async function readAccount(): Promise<MailFacts> {
  const account = await readAws<Record<string, boolean>>('sesv2', 'get-account', []);
  return { sends: account.SendingEnabled, sendsToAll: account.ProductionAccessEnabled };
}

const readIdentity = (identity: string) =>
  readAws<{ VerifiedForSendingStatus?: boolean; ConfigurationSetName?: string }>(
    ...(['sesv2', 'get-email-identity', ['--email-identity', identity]] as const),
  ).catch((error) => {
    if (error instanceof AwsError && error.code === 'NotFoundException') return undefined;
    throw error;
  });

interface Subscription {
  /** An ARN, or `PendingConfirmation`. */
  SubscriptionArn: string;
  Protocol: string;
  Endpoint: string;
}

async function alarmChecks(stage: string, weigh: Weigh): Promise<Check[]> {
  const topics = await physicalNamesOf(stage, 'AWS::SNS::Topic');
  if (topics.length === 0)
    return [weigh('alarms', 'the stack has no topic', 'Deploy the stage again: npm run deploy.')];
  return Promise.all(topics.map((topic) => alarmCheck(topic, weigh)));
}

/** Checks that somebody receives the alarms of a topic. */
async function alarmCheck(topic: string, weigh: Weigh): Promise<Check> {
  const [, , , region = '', , name = topic] = topic.split(':');
  const check = `alarms ${name}`;
  const query = ['--topic-arn', topic, '--query', 'Subscriptions'];
  const all = await readAws<Subscription[]>('sns', 'list-subscriptions-by-topic', query);
  const confirmed = all.filter(({ SubscriptionArn }) => SubscriptionArn.startsWith('arn:'));
  const pending = all.filter(({ SubscriptionArn }) => SubscriptionArn === 'PendingConfirmation');
  const subscribe = commandLine([
    ...['aws', 'sns', 'subscribe', '--region', region, '--topic-arn', topic],
    ...['--protocol', 'email', '--notification-endpoint', 'ops@example.com'],
  ]);
  if (confirmed.length + pending.length === 0)
    return weigh(check, 'nobody gets the alarms: the topic has no subscription', `Subscribe: ${subscribe}`);
  const says = [
    ...(confirmed.length > 0 ? [`confirmed: ${confirmed.map(nameOf).join(', ')}`] : []),
    ...(pending.length > 0 ? [`not confirmed yet: ${pending.map(nameOf).join(', ')}`] : []),
  ].join('; ');
  if (pending.length === 0) return ok(check, says);
  const remedy = `Confirm by the link in the mail of AWS, which is valid for two days. After that: ${subscribe}`;
  return confirmed.length > 0
    ? warning(check, says, remedy)
    : weigh(check, `nobody gets the alarms; ${says}`, remedy);
}

/**
 * The name of a subscription. An e-mail address is shown, as it helps to confirm. Other addresses, for example of a
 * chat, can contain a secret.
 */
const nameOf = ({ Protocol, Endpoint }: Subscription): string =>
  Protocol === 'email' || Protocol === 'email-json' ? Endpoint : Protocol;
