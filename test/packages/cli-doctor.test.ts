import { join } from 'node:path';
import { world } from '../api/support/world.ts';
import { awsCli, awsRefusal, type Rule } from './aws-cli.ts';
import { useTool } from './tool.ts';

/*
 * `florin doctor --stage` with a stand-in for the AWS CLI, and the Florin of the tests as the deployed stage.
 */
const { shop } = world();
const baseUrl = process.env.FLORIN_BASE_URL ?? '';

const tool = useTool();
const aws = awsCli(join(tool.folder, 'aws-cli'));

const topic = 'arn:aws:sns:eu-west-1:000000000000:florin-production-Alarms-1ABC';
const alarms = 'alarms florin-production-Alarms-1ABC';
const subscription = (Endpoint: string, confirmed = true, Protocol = 'email') => ({
  ...{ Endpoint, Protocol },
  SubscriptionArn: confirmed ? `${topic}:1` : 'PendingConfirmation',
});
const noIdentity = awsRefusal('NotFoundException', 'GetEmailIdentity', 'Email identity does not exist.');

/** A stage whose sender and alarms are in order. Rules in `others` take precedence. */
const stage = (...others: readonly Rule[]): Rule[] => [
  ...others,
  ['cloudformation describe-stacks --stack-name florin-(production|sandbox) ', { out: `${baseUrl}/\n` }],
  ['cloudformation describe-stack-resource .* Jobs ', { out: 'arn:of-jobs\n' }],
  [
    'cloudformation describe-stack-resource --stack-name arn:of-jobs .* SendMail ',
    { out: 'florin-SendMail-1\n' },
  ],
  ['lambda get-function-configuration --function-name florin-SendMail-1 ', { out: 'pay@shop.example' }],
  ['lambda get-function-configuration ', { out: null }],
  ['sesv2 get-account ', { out: { SendingEnabled: true, ProductionAccessEnabled: true } }],
  ['sesv2 get-email-identity --email-identity pay@shop.example ', noIdentity],
  ['sesv2 get-email-identity --email-identity shop.example ', { out: { VerifiedForSendingStatus: true } }],
  ["cloudformation list-stack-resources .*'AWS::SNS::Topic'", { out: [topic] }],
  ['sns list-subscriptions-by-topic ', { out: [subscription('ops@shop.example')] }],
];

/** A JSON text, as the AWS CLI prints it. */
const printed = (value: unknown) => ({ out: JSON.stringify(value) });
const sender = (address: string | null): Rule => ['lambda get-function-configuration ', printed(address)];
const subscribed = (...all: object[]): Rule => ['sns list-subscriptions-by-topic ', { out: all }];
const account = (SendingEnabled: boolean, ProductionAccessEnabled: boolean): Rule => [
  'sesv2 get-account ',
  { out: { SendingEnabled, ProductionAccessEnabled } },
];

/** The results of the doctor by the names of its checks, without the checks that are made from outside. */
async function runDoctor(rules: readonly Rule[], name = 'production', env: Record<string, string> = {}) {
  aws.answer(...rules);
  const { code, err, json } = await tool.run(['doctor', '--stage', name, '--json'], { ...aws.env, ...env });
  const outside = ['reachable', 'version', 'clock', 'checkout API', 'key'];
  const checks: Record<string, string>[] = json.checks;
  const inside = checks.filter(({ name: check = '' }) => !outside.includes(check));
  return {
    ...{ code, err, checks },
    results: Object.fromEntries(inside.map((check) => [check.name, check.result])),
    says: Object.fromEntries(inside.map(({ name: check, says, remedy }) => [check, `${says}\n${remedy}`])),
  };
}

const well = [sender('pay@shop.example'), ...stage()];

test('a stage whose sender is verified by its domain, and whose alarms have a subscriber, passes', async () => {
  const { code, err, results, checks } = await runDoctor(well);
  expect([code, err, results]).toEqual([0, '', { mail: 'ok', [alarms]: 'ok' }]);
  expect(checks.find(({ name }) => name === 'reachable')).toMatchObject({ result: 'ok' });
  expect(aws.calls().some((line) => / (create|put|update|delete|subscribe|send|invoke)/.test(line))).toBe(
    false,
  );
});

test.each<[name: string, rules: Rule[]]>([
  ['mail.sender', [sender('florin@example.com')]],
  ['mail.sender', [sender(null)]],
  ['mail.stopped', [account(false, true)]],
  ['mail.sandbox', [account(true, false)]],
  ['mail.identity', [['sesv2 get-email-identity ', noIdentity]]],
  [
    'mail.configuration-set',
    [
      [
        'sesv2 get-email-identity ',
        printed({ VerifiedForSendingStatus: true, ConfigurationSetName: 'main' }),
      ],
    ],
  ],
])('%s fails production, and warns of a sandbox', async (name, rules) => {
  const production = await runDoctor([...rules, ...well]);
  expect([production.code, production.results]).toEqual([1, { [name]: 'failed', [alarms]: 'ok' }]);
  const sandbox = await runDoctor([...rules, ...well], 'sandbox');
  expect([sandbox.code, sandbox.results]).toEqual([0, { [name]: 'warning', [alarms]: 'ok' }]);
});

test('alarms without a subscriber fail, with the command that subscribes', async () => {
  const { code, results, says } = await runDoctor([subscribed(), ...well]);
  expect([code, results]).toEqual([1, { mail: 'ok', [alarms]: 'failed' }]);
  expect(says[alarms]).toContain(
    `aws sns subscribe --region eu-west-1 --topic-arn ${topic} --protocol email --notification-endpoint `,
  );
  expect((await runDoctor([subscribed(), ...well], 'sandbox')).code).toBe(0);
});

test('a subscription that is not confirmed counts as none, and beside others it is a warning', async () => {
  const pending = subscription('ops@shop.example', false);
  const alone = await runDoctor([subscribed(pending), ...well]);
  expect([alone.code, alone.results[alarms]]).toEqual([1, 'failed']);
  expect(alone.says[alarms]).toMatch(/not confirmed yet: ops@shop\.example\n.*link/);
  const beside = await runDoctor([subscribed(pending, subscription('cto@shop.example')), ...well]);
  expect([beside.code, beside.results[alarms]]).toEqual([0, 'warning']);
});

test('the address of a chat that gets the alarms is not shown because it contains a secret', async () => {
  const chat = subscription('https://chat.example.com/hooks/top-secret', true, 'https');
  const { results, checks } = await runDoctor([subscribed(chat), ...well]);
  expect(results[alarms]).toBe('ok');
  expect(JSON.stringify(checks)).not.toContain('top-secret');
});

test('a key for the address of the stage is checked, and a key for another address is not sent there', async () => {
  const { key } = await shop();
  const own = await runDoctor(well, 'production', { FLORIN_URL: baseUrl, FLORIN_KEY: key });
  expect(own.checks.find(({ name }) => name === 'key')).toMatchObject({ result: 'ok' });
  const other = { FLORIN_URL: 'https://elsewhere.example.com', FLORIN_KEY: key };
  const others = await runDoctor(well, 'production', other);
  expect(others.checks.find(({ name }) => name === 'key')).toMatchObject({ result: 'warning' });
  // Everybody can open the checkout API, so it needs no key.
  expect(others.checks.find(({ name }) => name === 'checkout API')).toMatchObject({ result: 'ok' });
});

test.each([
  [{ missing: [], faults: [] }, 'ok', 'has every right in acct_1 at stripe'],
  [{ missing: ['Payouts: read'], faults: [] }, 'failed', 'The key lacks rights: Payouts: read'],
  [{ missing: [], faults: ['It is kept in USD'] }, 'failed', 'It is kept in USD'],
])('the acquirer’s key is checked for each live merchant: %j', async (found, result, text) => {
  const { key, merchant } = await shop({ test: false });
  const checked = { acquirer: 'stripe', account: 'acct_1', ...found };
  const job: Rule[] = [
    ['cloudformation describe-stack-resource .* EnableMerchant ', { out: 'florin-EnableMerchant-1' }],
    ['lambda invoke ', { file: checked, out: { StatusCode: 200 } }],
  ];
  const env = { FLORIN_URL: baseUrl, FLORIN_KEY: key };
  const { results, says } = await runDoctor([...job, ...well], 'production', env);
  const name = `acquirer of ${merchant.id}`;
  expect(results[name]).toBe(result);
  expect(says[name]).toContain(text);
  const invoked = aws.calls().filter((line) => line.startsWith('lambda invoke'));
  expect(invoked.at(-1)).toContain(`{"merchantId":"${merchant.id}","check":true}`);
});

test('a missing right fails only the check that needs it', async () => {
  const denied = (operation: string) =>
    awsRefusal('AccessDeniedException', operation, `User is not authorized to perform: ${operation}`);
  const { code, results, says } = await runDoctor([
    ['sesv2 get-account ', denied('ses:GetAccount')],
    ['sns ', denied('sns:ListSubscriptionsByTopic')],
    ...well,
  ]);
  expect([code, results]).toEqual([1, { 'mail.account': 'failed', alarms: 'failed' }]);
  expect(says['mail.account']).toMatch(/could not be read: aws sesv2 get-account: .*ses:GetAccount\n/);
});

test.each<[what: string, rule: Rule, says: RegExp]>([
  [
    'no credentials',
    [
      '',
      {
        err: 'Unable to locate credentials. You can configure credentials by running "aws configure".\n',
        code: 253,
      },
    ],
    /Unable to locate credentials/,
  ],
  [
    'expired credentials',
    [
      '',
      awsRefusal('ExpiredToken', 'DescribeStacks', 'The security token included in the request is expired'),
    ],
    /token .* is expired/,
  ],
  [
    'a stage that is not there',
    ['', awsRefusal('ValidationError', 'DescribeStacks', 'Stack with id florin-production does not exist')],
    /There is no stack florin-production /,
  ],
  [
    'an AWS CLI that is broken',
    [
      '',
      {
        err: 'Traceback (most recent call last):\n  File "/usr/bin/aws", line 19, in <module>\nModuleNotFoundError: No module named \u001b[2Jawscli\n',
        code: 1,
      },
    ],
    /No module named/,
  ],
  ['an answer that is none', ['', { out: 'None\n' }], /has no output BaseUrl/],
])(
  '%s: the command prints one plain line, and names the checks that it leaves out',
  async (_what, rule, says) => {
    const { code, err, results, says: texts } = await runDoctor([rule]);
    expect([code, err, results]).toEqual([
      1,
      '',
      { 'stack florin-production': 'failed', 'mail, alarms': 'skipped' },
    ]);
    expect(texts['stack florin-production']).toMatch(says);
    expect(JSON.stringify(texts)).not.toMatch(/Traceback|File /);
    const { out } = await tool.run(['doctor', '--stage', 'production'], aws.env);
    expect(out).toContain('skipped mail, alarms: ');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they must be absent
    expect(out).not.toMatch(/\u001b/);
  },
);

test('the command stops waiting for an AWS that never answers, and makes its other checks', async () => {
  const { code, results, says } = await runDoctor([['sesv2 get-account ', { hangs: true }], ...well]);
  expect([code, results]).toEqual([1, { 'mail.account': 'failed', [alarms]: 'ok' }]);
  expect(says['mail.account']).toContain('AWS has not answered within 20 s');
});

test('without --stage, the output names the skipped checks of a deployed Florin, and the option that runs them', async () => {
  const { code, json } = await tool.run(['doctor', '--json'], { FLORIN_URL: 'https://florin.invalid' });
  expect([code, json.checks.at(-1)]).toEqual([
    3,
    {
      name: 'mail, alarms',
      result: 'skipped',
      says: expect.any(String),
      remedy: expect.stringContaining('florin doctor --stage'),
    },
  ]);
});

test.each(['../production', '', 'a b', '$(id)'])(
  'the stage %p is refused, and AWS is not asked',
  async (name) => {
    const { code, out } = await tool.run(['doctor', '--stage', name], aws.env);
    expect([code, out]).toEqual([2, '']);
  },
);
