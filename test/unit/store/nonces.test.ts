import { failure } from '../../api/support/answer.ts';
import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(() => import('../../../functions/core/store/nonces.ts'));

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
