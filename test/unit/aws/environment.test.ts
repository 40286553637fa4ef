import { numberVariable } from '../../../functions/core/aws/environment.ts';
import { requests } from '../../../schemas/index.ts';

const name = 'FLORIN_TEST_NUMBER';
afterEach(() => delete process.env[name]);

test.each([
  ['0', 0],
  ['30', 30],
  ['0.5', 0.5],
  ['007', 7],
])('the variable %j is the number %p', (text, number) => {
  process.env[name] = text;
  expect([numberVariable(name), numberVariable(name, 5)]).toEqual([number, number]);
});

test.each(['', ' ', 'many', '-1', '+1', '1e3', '0x10', '1.', '.5', ' 5', '5\n', '1,5', 'NaN', 'Infinity'])(
  'the variable %j is refused by its name, also if there is a fallback',
  (text) => {
    process.env[name] = text;
    for (const fallback of [undefined, 5]) expect(() => numberVariable(name, fallback)).toThrow(name);
  },
);

test('a variable that is not set is its fallback, or is refused by its name', () => {
  expect([numberVariable(name, 0), numberVariable(name, Number.POSITIVE_INFINITY)]).toEqual([0, Infinity]);
  expect(() => numberVariable(name)).toThrow(name);
});

/** Every number in the environment of the functions, and the modules that read it when they load. */
const readers: [variable: string, module: string][] = [
  ['FLORIN_NONCE_SECONDS', 'authorizers/digest'],
  ['FLORIN_SIGN_INS', 'core/usecases/console/limit-attempts'],
  ['FLORIN_VOUCH_SECONDS', 'core/usecases/accounts/keep-test-data'],
  ['KEEP_PERSONAL_DATA', 'jobs/check-ledger'],
  ['PAYOUT_MINIMUM', 'jobs/pay-out'],
  ['RECONCILIATION_SECONDS', 'jobs/reconcile'],
  ['TEST_AUTHORIZATION_DAYS', 'core/usecases/reconciliation/test-authorizations'],
  ['UNVOUCHED_APP_WRITES', 'core/store/merchants/unvouched-writes'],
  ['UNVOUCHED_LIVE_MAILS', 'core/mail/unvouched-quotas'],
  ['UNVOUCHED_MERCHANT_POSTS', 'core/usecases/webhooks/post-quota'],
  ['UNVOUCHED_POSTS', 'core/usecases/webhooks/post-quota'],
  ['UNVOUCHED_STAGE_WRITES', 'core/store/merchants/unvouched-writes'],
  ['UNVOUCHED_TEST_DAYS', 'merchants/create'],
  ['UNVOUCHED_TEST_MAILS', 'core/mail/unvouched-quotas'],
];

describe.each(readers)('the variable %s of %s', (variable, module) => {
  const load = () => {
    jest.resetModules();
    return import(`../../../functions/${module}.ts`);
  };
  const before = process.env;
  beforeEach(() => {
    jest.doMock('validator:merchantCreate', () => ({ default: { schema: requests.merchantCreate } }), {
      virtual: true,
    });
    const numbers = Object.fromEntries(readers.map(([name]) => [name, '10']));
    const needed = { TABLE_NAME: 'table', AWS_REGION: 'eu-west-1', PAY_TEST_MERCHANTS: 'no' };
    const queues = { QUEUE_URL: 'http://127.0.0.1', MERCHANTS_URL: 'http://127.0.0.1' };
    process.env = { ...before, ...numbers, ...needed, ...queues, HELLO_CREDENTIALS: 'user:password' };
  });
  afterEach(() => {
    process.env = before;
  });

  test.each(['', 'many'])('the variable ends the function’s start if it is %j', async (text) => {
    process.env[variable] = text;
    await expect(load()).rejects.toThrow(variable);
  });

  test('the variable lets the function start if it is a number', async () => {
    await expect(load()).resolves.toBeDefined();
  });
});
