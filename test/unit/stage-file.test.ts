import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readStageFile, settingsOf } from '../../lib/build/stage-file.ts';
import { jobs } from '../../lib/jobs.ts';
import { settingNames, unknownSettings } from '../../lib/settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'florin-stages-'));
afterAll(() => rmSync(folder, { recursive: true }));

const reading = (text: string) => {
  writeFileSync(join(folder, 'production.json'), text);
  return readStageFile('production', folder);
};

test('settings of a stage are texts, as those of the command line are', () => {
  expect(reading('{"acquirer": "stripe", "requestsPerSecond": 50}')).toEqual({
    acquirer: 'stripe',
    requestsPerSecond: '50',
  });
});

test.each(['sandbox', '../production', ''])('the stage %j has no file and so no settings', (stage) => {
  expect(readStageFile(stage, folder)).toEqual({});
});

test.each([
  ['{', 'stages/production.json is no JSON'],
  ['[]', 'stages/production.json must be an object'],
  ['null', 'stages/production.json must be an object'],
  [
    '{"aquirer": "stripe"}',
    '`aquirer` in stages/production.json is no setting; settings are accessLogs, acquirer,',
  ],
  ['{"stage": "sandbox"}', 'must not have `stage`: the file’s name is the stage'],
  ['{"acquirer": null}', '`acquirer` must be a string or a number; got null'],
  ['{"payoutMinimum": true}', '`payoutMinimum` must be a string or a number; got true'],
  ['{"__proto__": "x"}', '`__proto__` in stages/production.json is no setting'],
])('the file %s is refused', (text, says) => {
  expect(() => reading(text)).toThrow(says);
});

test('a second region has the settings of the stage, and its own ones', () => {
  reading('{"acquirer": "stripe", "standby": "no"}');
  writeFileSync(join(folder, 'production.eu-central-1.json'), '{"standby": "yes"}');
  const first = { acquirer: 'stripe', standby: 'no' };
  expect(settingsOf('production', 'eu-central-1', folder)).toEqual({ ...first, standby: 'yes' });
  for (const region of ['eu-west-1', '', undefined])
    expect(settingsOf('production', region, folder)).toEqual(first);
});

test('the committed examples have settings that exist', () => {
  for (const name of readdirSync('stages'))
    for (const setting of Object.keys(JSON.parse(readFileSync(join('stages', name), 'utf8'))))
      expect([name, settingNames]).toEqual([name, expect.arrayContaining([setting])]);
});

const of = (sandbox: string, production = sandbox) => ({ sandbox, production });

test('the settings of jobs have these values in a sandbox and in production', () => {
  const shipped = jobs.flatMap(({ settings = {} }) =>
    Object.entries(settings).map(([name, { context, fallback }]) => [
      `${context} as ${name}`,
      typeof fallback === 'string' ? of(fallback) : fallback,
    ]),
  );
  expect(Object.fromEntries(shipped)).toEqual({
    'acquirerMode as ACQUIRER_MODE': of('test', 'live'),
    'keepPersonalData as KEEP_PERSONAL_DATA': of('0'),
    'payTestMerchants as PAY_TEST_MERCHANTS': of('yes', 'no'),
    'payoutMinimum as PAYOUT_MINIMUM': of('1000'),
    'ratesUrl as RATES_URL': of('https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml'),
    'reconciliationSeconds as RECONCILIATION_SECONDS': of('240'),
    'schemeThresholds as SCHEME_THRESHOLDS': of('vamp=150/1500,ecm=150/100,hecm=300/300,efm=50/50000'),
    'testAuthorizationDays as TEST_AUTHORIZATION_DAYS': of('0'),
    'unvouchedMerchantPosts as UNVOUCHED_MERCHANT_POSTS': of('10000', '1000'),
    'unvouchedPosts as UNVOUCHED_POSTS': of('1000000', '100000'),
    'watchedUrl as WATCHED_URL': of('own'),
  });
});

const jobSettings = jobs.flatMap(({ settings = {} }) => Object.values(settings));

test.each(jobSettings)(
  'the setting $context of a job accepts its defaults, and no empty value',
  ({ fallback, pattern }) => {
    const defaults = typeof fallback === 'string' ? [fallback] : Object.values(fallback);
    expect([...defaults, '', ' '].filter((value) => pattern.test(value))).toEqual(defaults);
  },
);

test('only a name that is neither a setting nor the CDK’s own gets a warning', () => {
  const own = { 'aws:cdk:enable-path-metadata': true, '@aws-cdk/core:x': true, 'cli-telemetry': false };
  expect(unknownSettings({ ...own, stage: 'sandbox', mailFrom: 'a@example.com' })).toEqual([]);
  expect(unknownSettings({ mailfrom: 'a@example.com' })).toEqual([
    expect.stringMatching(/^the context `mailfrom` has no effect: .*mailFrom/),
  ]);
});
