import fc from 'fast-check';
import { idDate, newId } from '#domain/id.ts';

test('an ID contains its time to the millisecond, and IDs sort by time', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2 ** 32 * 1000 - 1 }),
      fc.integer({ min: 0, max: 2 ** 32 * 1000 - 1 }),
      (a, b) => {
        const [first, second] = [newId(a), newId(b)];
        expect(first).toMatch(/^[0-9a-f]{24}$/);
        expect(Date.parse(idDate(first))).toBe(a);
        if (a !== b) expect(first < second).toBe(a < b);
        const cursor = Math.floor(a / 1000)
          .toString(16)
          .padStart(8, '0')
          .padEnd(24, '0');
        expect(first >= cursor).toBe(true);
      },
    ),
  );
});
