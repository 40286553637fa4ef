import { readAmount } from '../../../functions/console/client/values/amount.ts';

/** An amount of two decimals, as a German and as a British merchant types it. */
const german = (text: string, decimals = 2) => readAmount(text, decimals, ',');
const british = (text: string, decimals = 2) => readAmount(text, decimals, '.');

test.each([
  ['12', 1200],
  ['12,5', 1250],
  ['12.5', 1250],
  ['12,50', 1250],
  ['1.234,50', 123_450],
  ['1.234', 123_400],
  ['1 234,50', 123_450],
  ['1.234.567', 123_456_700],
  ['1,234.50', 123_450],
])('in German %p is %p minor units', (text, minor) => {
  expect(german(text)).toEqual({ minor });
});

test.each([
  ['1,234', 123_400],
  ['1,234.5', 123_450],
  ['12,50', 1250],
  ["1'234.50", 123_450],
  ['1,234,567.89', 123_456_789],
  ['0.01', 1],
])('in English %p is %p minor units', (text, minor) => {
  expect(british(text)).toEqual({ minor });
});

test('three digits behind the decimal mark are decimals, never thousands', () => {
  expect(british('1.234')).toEqual({ fault: 'decimals' });
  expect(german('1,234')).toEqual({ fault: 'decimals' });
  expect(british('1.234', 3)).toEqual({ minor: 1234 });
});

test.each([
  ['500', 500],
  ['1,500', 1500],
])('in a currency without decimals, %p is read as %p', (text, minor) => {
  expect(british(text, 0)).toEqual({ minor });
});

test.each([
  ['', 'missing'],
  ['  ', 'missing'],
  ['abc', 'unreadable'],
  ['-5', 'unreadable'],
  ['1e3', 'unreadable'],
  ['1.2.3', 'unreadable'],
  ['1,23,456', 'unreadable'],
  ['1,234.567,89', 'unreadable'],
  ['12.345', 'decimals'],
  ['0', 'zero'],
  ['0.00', 'zero'],
  ['10000000001', 'large'],
  ['9'.repeat(400), 'large'],
])('%p is refused as %s', (text, fault) => {
  expect(british(text)).toEqual({ fault });
});
