import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readStageFile } from '../../lib/build/stage-file.ts';
import { jobs } from '../../lib/jobs.ts';
import { settingNames } from '../../lib/settings.ts';
import { everySetting, type Json, synthesizeStack } from './synthesize-stack.ts';

/** The operators' guide, which begins with `operate.md`. */
const guide = ['operate', 'settings', 'releases', 'monitoring', 'jobs', 'recovery']
  .map((name) => readFileSync(`docs/${name}.md`, 'utf8'))
  .join('\n');

const sectionOf = (heading: string): string =>
  guide.split(/^## /m).find((section) => section.startsWith(`${heading}\n`)) ?? '';

/** The names in the first column of a section's table. */
const named = (heading: string): string[] =>
  [...sectionOf(heading).matchAll(/^\| (\[?`.*?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  );

const { resource, resources } = synthesizeStack();
const full = synthesizeStack(everySetting);

/** The stage of the guide's first settings, with the settings that add alarms. */
const first = synthesizeStack({ stage: 'production', ...firstSettings(), acquirer: 'stripe', canary: '5' });
const all = first.resources('AWS::CloudWatch::Alarm').map(({ id, Properties }) => ({
  id,
  text: textOf(Properties.AlarmDescription),
}));
const alarms = all.map(({ id }) => id.replace(/Alarm$/, '')).sort();

/** A text that CloudFormation joins, with the names of resources in place of their ids. */
function textOf(value: Json): string {
  if (typeof value === 'string') return value;
  return value['Fn::Join']?.[1].map(textOf).join('') ?? value.Ref;
}

test('the guide lists each alarm, also those that a sandbox does not have', () => {
  expect([...new Set(named('Alarms'))].sort()).toEqual(alarms);
  const sandbox = resources('AWS::CloudWatch::Alarm').map(({ id }) => id.replace(/Alarm$/, ''));
  expect(alarms.filter((name) => !sandbox.includes(name))).toEqual([
    'AcquirerSilent',
    'CardTesting',
    'MailReputation',
    'PaymentsFallen',
    'ReleaseErrors',
  ]);
});

/** The settings with which the guide begins, as a deployment reads them. */
function firstSettings(): Record<string, string> {
  const [, json = ''] = /^```json\n(.*?)^```/ms.exec(guide) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'florin-first-'));
  writeFileSync(join(folder, 'production.json'), json);
  const settings = readStageFile('production', folder);
  rmSync(folder, { recursive: true });
  return settings;
}

test('the commands with which the guide begins find the address and the topic, and only urgent alarms reach the pager', () => {
  const [, commands = ''] = /^```sh\n(.*?)^```/ms.exec(guide) ?? [];
  const [, drilled] = /resource florin-production Monitoring\)" (\w+Alarm)\)/.exec(guide) ?? [];
  const outputs = Object.keys(first.template.Outputs);
  for (const [, name] of commands.matchAll(/\$\(output (\w+)\)/g)) expect(outputs).toContain(name);
  for (const [, id = ''] of guide.matchAll(/\$\(resource \S+ (\w+)\)/g))
    expect(first.stacks.parent.Resources).toHaveProperty(id);
  expect(first.resources('AWS::SNS::Subscription').map(({ Properties }) => Properties)).toMatchObject([
    { Protocol: 'email', Endpoint: 'ops@example.com', TopicArn: { Ref: 'Alarms' } },
  ]);
  const [, attributes = ''] = /--attributes '(.*)'/.exec(commands) ?? [];
  const { FilterPolicy, FilterPolicyScope } = JSON.parse(attributes);
  const { AlarmDescription } = JSON.parse(FilterPolicy);
  expect([FilterPolicyScope, AlarmDescription]).toEqual(['MessageBody', [{ prefix: expect.any(String) }]]);
  const paged = all.filter(({ text }) => text.startsWith(AlarmDescription[0].prefix));
  const urgent = sectionOf('Alarms')
    .split('\n')
    .filter((line) => line.includes('| yes |'));
  expect(paged.length).toBe(urgent.length);
  expect(paged.map(({ id }) => id)).toContain(drilled);
});

test('each alarm has a runbook, which its text links, and no runbook is left over', () => {
  const pages = readdirSync('docs/runbooks').filter((name) => /^[A-Z][a-z]/.test(name));
  expect(pages.sort()).toEqual(alarms.map((name) => `${name}.md`));
  const url = 'https://BaseApi.execute-api.AWS::Region.AWS::URLSuffix/production/docs';
  for (const { id, text } of all) {
    const name = id.replace(/Alarm$/, '');
    // Functions of the API would depend on this alarm, and the alarm on the API.
    const address = name === 'ReleaseErrors' ? '' : `${url}/${name} (`;
    expect(text).toContain(`Runbook: ${address}docs/runbooks/${name}.md`);
    const page = readFileSync(`docs/runbooks/${name}.md`, 'utf8');
    for (const part of ['Meaning', 'Look', 'Do'])
      expect([name, page]).toEqual([name, expect.stringContaining(`\n## ${part}\n`)]);
    expect([name, page]).toEqual([name, expect.stringContaining('README.md#stop-live-payments')]);
    const isUrgent = /^Florin, production, urgent: /.test(text);
    expect([name, page.includes('\nUrgent: ')]).toEqual([name, isUrgent]);
    const row = sectionOf('Alarms')
      .split('\n')
      .find((line) => line.includes(`\`${name}\``));
    expect([name, row?.includes('| yes |')]).toEqual([name, isUrgent]);
  }
});

test('the runbooks name log groups, functions and resources that exist, and never the sandbox by mistake', () => {
  const names = jobs.map(({ name }) => name);
  const groups = first.resources('AWS::Logs::LogGroup').map(({ id }) => id);
  for (const page of readdirSync('docs/runbooks')) {
    const text = readFileSync(`docs/runbooks/${page}`, 'utf8');
    const inQueries = [...text.matchAll(/(?:function|@logStream) like \/\(?([\w|]+)\)?\//g)].flatMap(
      ([, all = '']) => all.split('|'),
    );
    expect([page, inQueries.filter((name) => !names.includes(name))]).toEqual([page, []]);
    const logs = [...text.matchAll(/`(\w+Log)`/g)].map(([, name = '']) => name);
    expect([page, logs.filter((name) => !groups.includes(name))]).toEqual([page, []]);
    for (const [, stack = '', id = ''] of text.matchAll(/\(physical (\w+) (\w+)\)/g))
      expect(first.stacks[stack].Resources).toHaveProperty(id);
    for (const [command] of text.matchAll(/npx florin operator \w[^`\n]*/g))
      expect([page, command]).toEqual([page, expect.stringContaining('--stage production')]);
  }
  const blocks = guide.match(/^```sh\n.*?^```/gms) ?? [];
  expect(blocks.length).toBeGreaterThan(5);
  expect(blocks.filter((block) => block.includes('sandbox'))).toEqual([]);
  const [, payments = ''] =
    /for name in ([\w ]+);/.exec(readFileSync('docs/runbooks/README.md', 'utf8')) ?? [];
  for (const id of payments.split(' ')) expect(first.resource(id).Type).toBe('AWS::Lambda::Function');
});

test('each query for errors also finds the lines that Lambda writes, as those have no level', () => {
  const queries = readdirSync('docs/runbooks').flatMap((page) => [
    ...readFileSync(`docs/runbooks/${page}`, 'utf8').matchAll(/^Query: .*level = "error".*$/gm),
  ]);
  expect(queries.length).toBeGreaterThan(15);
  for (const [query] of queries)
    expect(query).toContain('@message like /Task timed out|Invoke Error|Uncaught Exception|Runtime exited/');
});

test('jobs that are invoked by hand may take longer than the minute after which the AWS CLI repeats a call', () => {
  const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  );
  const commands = pages.flatMap((page) => [
    ...readFileSync(join('docs', page), 'utf8').matchAll(
      /^.*aws lambda invoke.*\$\((?:function_name|physical) .*$/gm,
    ),
  ]);
  expect(commands.length).toBeGreaterThan(3);
  for (const [command] of commands) expect(command).toContain('--cli-read-timeout 0');
});

/**
 * Stands in for the AWS CLI, for the commands of the fence. As in AWS, a function with warm environments can be stopped
 * only after its provisioned concurrency was deleted.
 */
const lambda = (names: string[], warm: string[]) => `
aws() {
  name=\${!#}
  case "$*" in
    'lambda list-functions '*) printf '${names.join('\t')}\n' ;;
    'lambda delete-provisioned-concurrency-config '*) cold="$cold <$name>" ;;
    'lambda put-function-concurrency '*)
      case " ${warm.join(' ')} " in *" $name "*) case "$cold" in *"<$name>"*) ;; *) return 255 ;; esac ;; esac
      echo "$name" ;;
  esac
}
`;

test('the fence of the failover stops each function, also those with warm environments', () => {
  const [, fence = ''] = /```sh\n(.*?)```/s.exec(readFileSync('docs/runbooks/failover.md', 'utf8')) ?? [];
  const named = (id: string) => `florin-production-${id}-1ABC`;
  const names = full.resources('AWS::Lambda::Function').map(({ id }) => named(id));
  const warm = full
    .resources('AWS::Lambda::Alias')
    .filter(({ Properties }) => Properties.ProvisionedConcurrencyConfig)
    .map(({ Properties }) => named(Properties.FunctionName.Ref));
  expect(warm).toHaveLength(4);
  const stopped = execFileSync('bash', ['-c', lambda(names, warm) + fence], { encoding: 'utf8' });
  expect(stopped.trim().split('\n')).toEqual(names);
});

test('a budget notifies the topic of the alarms, which accepts messages of no other service', () => {
  expect(full.resources('AWS::Budgets::Budget').map(({ Properties }) => Properties)).toMatchObject([
    {
      Budget: { BudgetLimit: { Amount: 200, Unit: 'USD' }, TimeUnit: 'MONTHLY' },
      NotificationsWithSubscribers: [
        ['ACTUAL', 80],
        ['FORECASTED', 100],
      ].map(([NotificationType, Threshold]) => ({
        Notification: { NotificationType, Threshold },
        Subscribers: [{ SubscriptionType: 'SNS', Address: { Ref: 'Alarms' } }],
      })),
    },
  ]);
  const [allowed] = full.resource('AlarmsPolicy').Properties.PolicyDocument.Statement;
  expect(allowed).toMatchObject({
    Principal: { Service: ['cloudwatch.amazonaws.com', 'budgets.amazonaws.com'] },
    Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
  });
});

test('without the setting there is no budget, and the topic takes messages of alarms alone, over TLS', () => {
  expect(resources('AWS::Budgets::Budget')).toEqual([]);
  const publish = { Action: 'sns:Publish', Resource: { Ref: 'Alarms' } };
  const account = { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } };
  const plain = { Bool: { 'aws:SecureTransport': 'false' } };
  expect(resource('AlarmsPolicy').Properties).toMatchObject({
    Topics: [{ Ref: 'Alarms' }],
    PolicyDocument: {
      Statement: [
        {
          ...publish,
          Effect: 'Allow',
          Principal: { Service: 'cloudwatch.amazonaws.com' },
          Condition: account,
        },
        { ...publish, Effect: 'Deny', Principal: { AWS: '*' }, Condition: plain },
      ],
    },
  });
});

test('the costs count each metric of an alarm, as AWS does', () => {
  const metricsOf = ({ Properties }: { Properties: { Metrics?: object[] } }): object[] =>
    Properties.Metrics?.filter((metric) => 'MetricStat' in metric) ?? [Properties];
  const [, alarms] = /\balarms: (\d+),/.exec(readFileSync('test/bench/cost.ts', 'utf8')) ?? [];
  expect(resources('AWS::CloudWatch::Alarm').flatMap(metricsOf)).toHaveLength(Number(alarms));
  const costs = readFileSync('docs/costs.md', 'utf8').replace(/\s+/g, ' ');
  expect(costs).toContain(`alarms ${(Number(alarms) * 0.1).toFixed(2)},`);
  const canary = 0.3 + 0.1 * metricsOf(first.resource('ReleaseErrorsAlarm')).length;
  expect(costs).toContain(`\`canary\` ${canary.toFixed(2)} `);
  expect(metricsOf(resource('JobErrorsAlarm'))).toHaveLength(10);
  expect(costs).toContain('`JobErrors` alone watches ten');
});

test('the guide lists each job and its schedule', () => {
  expect(named('Every job').sort()).toEqual(jobs.map(({ name }) => name).sort());
  for (const { name, trigger } of jobs) {
    if (!('schedule' in trigger)) continue;
    if (trigger.schedule.startsWith('rate(')) continue;
    const [, minute = '', hour = ''] = /cron\((\d+) (\d+) /.exec(trigger.schedule) ?? [];
    const row = sectionOf('Every job')
      .split('\n')
      .find((line) => line.startsWith(`| \`${name}\``));
    expect([name, row]).toEqual([
      name,
      expect.stringContaining(`${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`),
    ]);
  }
});

test('the guide lists exactly the settings of the context', () => {
  const read = readdirSync('lib', { recursive: true, encoding: 'utf8' })
    .filter((name) => /(^|[\\/])(stage|mail|jobs)\.ts$/.test(name))
    .flatMap((name) => [
      ...readFileSync(join('lib', name), 'utf8').matchAll(
        /\b(?:get|tryGetContext)\('(\w+)'\)|context: '(\w+)'/g,
      ),
    ])
    .map(([, one, other]) => one ?? other);
  expect(named('Every setting').sort()).toEqual([...new Set(read)].sort());
  expect([...settingNames].sort()).toEqual([...new Set(read)].sort());
});
