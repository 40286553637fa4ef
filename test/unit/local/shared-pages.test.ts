import { sharePages } from '../../../lib/local/triggers/shared-pages.ts';

/** A stream with this number of records. A shard iterator is the number of the next record. */
function stream(length: number) {
  const asked: number[] = [];
  const engine = { length, fails: false };
  const call = sharePages(async (action, input) => {
    if (action !== 'GetRecords') return { action };
    const from = Number((input as { ShardIterator: string }).ShardIterator);
    asked.push(from);
    const { fails } = engine;
    const Records = Array.from({ length: engine.length - from }, (_, n) => from + n);
    await new Promise(setImmediate);
    if (fails) throw new Error('away');
    return { Records, NextShardIterator: String(from + Records.length) };
  });
  const read = (from: number) => call('GetRecords', { ShardIterator: String(from) });
  return { engine, asked, call, read };
}

test('all readers of the same place share one page, at the same time and later', async () => {
  const { read, asked } = stream(3);
  const pages = await Promise.all([read(0), read(0), read(0)]);
  for (const page of [...pages, await read(0)])
    expect(page).toEqual({ Records: [0, 1, 2], NextShardIterator: '3' });
  expect(asked).toEqual([0]);
  expect((await read(1)).Records).toEqual([1, 2]);
});

test('an empty page is not shared, so a second reader finds records that arrived in between', async () => {
  const { engine, read } = stream(0);
  const first = read(0);
  engine.length = 1; // after the first read, before its answer
  const second = read(0);
  expect((await first).Records).toEqual([]);
  expect((await second).Records).toEqual([0]);
});

test('a failed read is not shared, and a second reader reads again', async () => {
  const { engine, read } = stream(1);
  engine.fails = true;
  const first = read(0);
  engine.fails = false;
  const second = read(0);
  await expect(first).rejects.toThrow('away');
  expect((await second).Records).toEqual([0]);
});

test('sharePages keeps only the newest pages, and shares no other action than GetRecords', async () => {
  const { asked, call, read } = stream(20);
  for (let from = 0; from < 10; from++) await read(from);
  await read(0);
  await read(9);
  expect(asked).toEqual([...Array(10).keys(), 0]);
  expect(await call('DescribeStream', {})).toEqual({ action: 'DescribeStream' });
});
