import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(() => import('../../../functions/core/store/hello.ts'));

test('a list is read consistently, so it has the object that was just created', async () => {
  await own.createHello({ id: 7, name: 'Ann' });
  const asked: { ConsistentRead?: boolean }[] = [];
  own.proxy.afterAnswer = (_, body) => asked.push(JSON.parse(body));
  const names: string[] = [];
  for await (const { name } of own.listHello()) names.push(name);
  expect([names, asked]).toEqual([['Ann'], [expect.objectContaining({ ConsistentRead: true })]]);
});
