import { inGroups } from '#basics/in-groups.ts';

test('inGroups works on each item once, and on at most the given number at the same time', async () => {
  const done: number[] = [];
  let [now, most] = [0, 0];
  await inGroups([1, 2, 3, 4, 5], 2, async (thing) => {
    most = Math.max(most, ++now);
    await new Promise(setImmediate);
    now--;
    done.push(thing);
  });
  expect([done.sort(), most]).toEqual([[1, 2, 3, 4, 5], 2]);
  await inGroups([], 2, () => Promise.reject(new Error('There is nothing to do')));
});

test('inGroups fails if one item fails, and begins no further group', async () => {
  const begun: number[] = [];
  const work = inGroups([1, 2, 3], 2, async (thing) => {
    begun.push(thing);
    if (thing === 1) throw new Error('Failed');
  });
  await expect(work).rejects.toThrow('Failed');
  expect(begun).toEqual([1, 2]);
});
