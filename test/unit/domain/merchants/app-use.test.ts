import { useToNote } from '../../../../functions/core/domain/merchants/app-use.ts';

const noon = Date.UTC(2030, 0, 1, 12);
const last = { at: noon, network: '192.0.2.7' };
const fiveMinutes = 5 * 60_000;

test('a use from another network is noted five minutes after the last note, and on another day at any time', () => {
  const other = '192.0.2.8';
  expect(useToNote(last, other, noon + fiveMinutes - 1)).toBeUndefined();
  expect(useToNote(last, other, noon + fiveMinutes)).toEqual({ at: noon + fiveMinutes, network: other });
  const midnight = noon + 12 * 60 * 60_000;
  const late = { ...last, at: midnight - 1 };
  expect(useToNote(late, '192.0.2.7', midnight - 1)).toBeUndefined();
  expect(useToNote(late, other, midnight)).toEqual({ at: midnight, network: other });
  expect(useToNote(late, '192.0.2.7', midnight)).toEqual({ at: midnight, network: '192.0.2.7' });
});
