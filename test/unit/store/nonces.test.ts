import { failure } from '../../api/support/answer.ts';
import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(async () => ({
  ...(await import('../../../functions/core/store/nonces.ts')),
  ...(await import('../../../functions/core/store/table/keys.ts')),
  ...(await import('../../../functions/core/store/table/read.ts')),
}));

afterEach(() => {
  own.proxy.instead = undefined;
});

const expires = Math.floor(Date.now() / 1000) + 60;

test('a nonce can be used once with each count', async () => {
  const use = (count: string) => own.useNonce('nonce', count, expires);
  expect([await use('1'), await use('1'), await use('2')]).toEqual([true, false, true]);
});

test('a failure of the table is an error, and not a used nonce', async () => {
  own.proxy.instead = () => failure('ResourceNotFoundException');
  await expect(own.useNonce('other', '1', expires)).rejects.toThrow('ResourceNotFoundException');
});

test('the use of a nonce expires with the nonce, and each nonce has counts of its own', async () => {
  expect([await own.useNonce('a', '1', expires), await own.useNonce('b', '1', expires)]).toEqual([
    true,
    true,
  ]);
  expect(await own.get(own.nonceKey('a', '1'))).toMatchObject({ expires });
});

test('a use counts once if the response to its write was lost', async () => {
  let isLost = false;
  own.proxy.afterAnswer = () => {
    if (isLost) return;
    isLost = true;
    throw new Error('The answer is lost');
  };
  expect([await own.useNonce('lost', '1', expires), isLost]).toEqual([true, true]);
  own.proxy.afterAnswer = undefined;
  expect(await own.useNonce('lost', '1', expires)).toBe(false);
});
