import { BoundedMap } from '#basics/bounded-map.ts';

test('a full map forgets the entry that was set longest ago, and only for a new one', () => {
  const map = new BoundedMap<string, number>(2);
  const values = () => ['a', 'b', 'c'].map((key) => map.get(key));
  map.set('a', 1);
  map.set('b', 2);
  expect(values()).toEqual([1, 2, undefined]);
  map.set('a', 3);
  expect(values()).toEqual([3, 2, undefined]);
  map.set('c', 4);
  expect(values()).toEqual([3, undefined, 4]);
  map.delete('c');
  map.set('b', 5);
  expect(values()).toEqual([3, 5, undefined]);
});
