import type { AuthorizationOrder, AuthorizationOutcome } from '#acquirer/acquirer.ts';
import { latestReturnData, readReturnData } from '#domain/cards/challenges.ts';
import type { AuthorizationOperation } from '#store/transactions/operations.ts';

/*
 * A second acquirer, whose challenges return data. Without the data, this acquirer cannot report the bank's result. The
 * mocks below put this acquirer in the place of the real one.
 */

const names = ['redirectResult', 'threeDSResult'];

const asked: AuthorizationOrder[] = [];
const second = {
  refusalOf: () => undefined,
  findAuthorization: async (order: AuthorizationOrder): Promise<AuthorizationOutcome> => {
    asked.push(order);
    return order.brought?.redirectResult === 'yes'
      ? { state: 'declined', decline: 'PAYMENT_REJECTED' }
      : { state: 'challenge', reference: 'pay_1', url: 'https://bank.example/ask' };
  },
};

let stored: AuthorizationOperation;

jest.mock('../../../functions/core/acquirer/registry.ts', () => ({
  authorizingAcquirerOf: () => second,
  capabilitiesOf: () => ({ brings: names }),
}));
jest.mock('../../../functions/core/store/transactions/operations.ts', () => ({
  reviseOperation: async (operation: AuthorizationOperation, changes: Partial<AuthorizationOperation>) => {
    stored = { ...operation, ...changes };
    return stored;
  },
}));

process.env.SEAL_KEY = Buffer.alloc(32, 7).toString('base64');
process.env.TABLE_NAME = 'florin';

test('a return from the bank keeps only the parameters that the adapter names', () => {
  const parameters = { state: 'sealed', redirectResult: 'X6XtfGC3!Y', client_secret: 'secret' };
  expect(readReturnData(names, parameters)).toEqual({ redirectResult: 'X6XtfGC3!Y' });
  expect(readReturnData([], parameters)).toBeUndefined();
  expect(readReturnData(names, { state: 'sealed' })).toBeUndefined();
  expect(readReturnData(names, null)).toBeUndefined();
});

test.each([
  ['too long', 'x'.repeat(2028)],
  ['longer than one line', 'a\nb'],
  ['beyond ASCII', 'é'],
])('returned data that is %s is left out', (_, redirectResult) => {
  expect(readReturnData(names, { redirectResult })).toBeUndefined();
});

test('the data of the latest return counts', () => {
  const returned = (value: string) =>
    ({ challenge: 'bank', result: 'returned', brought: { redirectResult: value } }) as const;
  expect(
    latestReturnData([returned('first'), returned('second'), { challenge: 'bank', result: 'left' }]),
  ).toEqual({
    redirectResult: 'second',
  });
  expect(latestReturnData([{ challenge: 'bank', result: 'returned' }])).toBeUndefined();
});

describe('the URL to which the bank returns the customer', () => {
  const order = { digest: 'of this payment', merchant: { acquirer: { acquirer: 'second' } } };

  async function hintOf(parameters: Record<string, string>): Promise<string> {
    const { bankReturns, unsealFrame, proofOf } = await import(
      '../../../functions/payments/challenge-frames.ts'
    );
    const url = new URL(await bankReturns(order as never, 'https://pay.example'));
    const frame = await unsealFrame('bank', url.searchParams.get('state') ?? '');
    if (!frame) throw new Error('no frame');
    return proofOf(frame, true, parameters);
  }

  test('the URL of the return puts the returned data into the proof of the return', async () => {
    const { unsealProof } = await import('../../../functions/payments/proof.ts');
    const hint = await hintOf({ redirectResult: 'yes', client_secret: 'secret' });
    expect(await unsealProof(hint, order.digest)).toEqual({
      challenge: 'bank',
      result: 'returned',
      brought: { redirectResult: 'yes' },
    });
  });

  test('the URL of the return gives a hint short enough for the API, even with the longest data', async () => {
    const hint = await hintOf({ redirectResult: 'x'.repeat(2027) });
    expect(hint.length).toBeGreaterThan(2600);
    expect(hint.length).toBeLessThan(4096 - 300);
  });
});

test('the returned data is stored before the acquirer gets it', async () => {
  const { keepReturnData, resolveAuthorization } = await import(
    '#usecases/acquirer-operations/ask-for-authorization.ts'
  );
  const challenge = { reference: 'pay_1', url: 'https://bank.example/ask' };
  const operation = {
    ...{ id: 'one', account: { acquirer: 'second' }, amount: 100, currency: 'EUR', state: 'open', challenge },
    ...{ since: Date.now(), due: Date.now(), draft: { descriptor: 'Shop', custom: undefined } },
  } as unknown as AuthorizationOperation;
  expect((await resolveAuthorization(operation)).outcome.state).toBe('challenge');
  const known = await keepReturnData(operation, { redirectResult: 'yes' });
  expect(stored).toMatchObject({ challenge, brought: { redirectResult: 'yes' } });
  expect((await resolveAuthorization(known)).outcome.state).toBe('declined');
  expect(asked.map(({ brought }) => brought)).toEqual([undefined, { redirectResult: 'yes' }]);
});
