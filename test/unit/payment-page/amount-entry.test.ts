import { type Entry, paste, press } from '../../../functions/payment-page/client/till/amount-entry.ts';

const max = 10 ** 12;
const type = (keys: string[], digits: number): Entry =>
  keys.reduce((entry, key) => press(entry, key, digits, max), { minor: 0 } as Entry);

test.each([
  ['EUR', 2, '4999', 4999],
  ['EUR', 2, '5', 5],
  ['EUR', 2, '49.5', 4950],
  ['EUR', 2, '49,99', 4999],
  ['EUR', 2, '٤٩٫٥', 4950],
  ['EUR', 2, '４９．５', 4950],
  ['EUR', 2, '.05', 5],
  ['JPY', 0, '495', 495],
  ['BHD', 3, '1.234', 1234],
])('%s with %i decimals: the keys %s give %i minor units', (_, digits, keys, minor) => {
  expect(type([...keys], digits)).toMatchObject({ minor, fault: undefined });
});

test.each([
  ['JPY', 0, '49.5', 49],
  ['EUR', 2, '49.999', 4999],
  ['BHD', 3, '1.2345', 1234],
])(
  '%s with %i decimals: after the keys %s the amount is %i, and the extra decimal is refused',
  (_, digits, keys, minor) => {
    expect(type([...keys], digits)).toMatchObject({ minor, fault: 'tooFine' });
  },
);

test('a key that makes the amount too large is refused, and the amount stays', () => {
  expect(type(['9999999999', '00'], 2)).toMatchObject({ minor: 999_999_999_900, fault: undefined });
  expect(type(['9999999999', '00', '0'], 2)).toMatchObject({ minor: 999_999_999_900, fault: 'tooMuch' });
  expect(type(['9999999999', '00', '.'], 2)).toMatchObject({ fault: 'tooMuch' });
  expect(type([String(max)], 2)).toMatchObject({ minor: max, fault: undefined });
  expect(type([String(max + 1)], 2)).toMatchObject({ minor: 0, fault: 'tooMuch' });
});

test.each([
  [['1', '2', 'erase'], 2, 1, undefined],
  [['erase'], 2, 0, undefined],
  [['4', '9', '.', '5', 'erase'], 2, 4900, undefined],
  [['4', '9', '.', '5', '7', 'erase'], 2, 4950, undefined],
  [['4', '9', '.', 'erase'], 2, 49, undefined],
  [['4', '9', '.', 'erase', '9'], 2, 499, undefined],
  [['4', '9', '.', '5', '7', '8', 'erase'], 2, 4957, undefined],
  [['4', '9', '.', '5', 'erase', '5'], 0, 495, 'tooFine'],
  [['4', '9', '.', 'erase', '5'], 0, 495, undefined],
] as const)('the keys %j with %i decimals leave %i minor units', (keys, digits, minor, fault) => {
  if (fault) expect(type(keys.slice(0, -2), digits).fault).toBe(fault);
  expect(type([...keys], digits)).toMatchObject({ minor, fault: undefined });
});

test.each([
  ['49.5', 2, 4950],
  ['€ 49,99', 2, 4999],
  ['1,234.50', 2, 123_450],
  ['1.234,50 kr.', 2, 123_450],
  ['４９．９９', 2, 4999],
  ['٤٩٫٩٩', 2, 4999],
  ['४९.९९', 2, 4999],
  ['4999', 2, 4999],
  ['¥49.00', 0, 49],
  ['0.500', 3, 500],
  ['nothing', 2, 0],
])('pasted %s with %i decimals gives %i minor units', (text, digits, minor) => {
  expect(paste(text, digits, max)).toMatchObject({ minor, fault: undefined });
});

test.each([
  ['49.5', 0, 'tooFine'],
  ['49.999', 2, 'tooFine'],
  ['1.500', 2, 'tooFine'],
  ['1.2345', 3, 'tooFine'],
  ['10000000000.01', 2, 'tooMuch'],
])('pasted %s with %i decimals is refused', (text, digits, fault) => {
  expect(paste(text, digits, max)).toEqual({ minor: 0, decimals: undefined, fault });
});
