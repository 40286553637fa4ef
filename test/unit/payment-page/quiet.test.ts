import { isQuietAfterView } from '../../../functions/payment-page/quiet-page.ts';

test('a page is quiet until ten views have come within a minute, and again when fewer come', () => {
  const start = 1_000_000;
  const every = (seconds: number, from: number) =>
    Array.from({ length: 12 }, (_, view) => isQuietAfterView(from + view * seconds * 1000));
  expect(every(6, start)).toEqual([...Array(10).fill(true), false, false]);
  // The tenth view before this one is more than a minute old.
  expect(every(7, start + 200_000)).toEqual(Array(12).fill(true));
});
