import { passesLuhn } from '#domain/cards/luhn.ts';
import type { Scheme } from '#domain/cards/scheme.ts';
import { codeLengthOf } from '#domain/cards/scheme.ts';
import { makeFaultOf } from '../../../functions/payment-page/client/form/input-faults.ts';
import { makePayer } from '../../../functions/payment-page/client/form/payer-fields.ts';
import {
  groupExpiry,
  groupNumber,
  isComplete,
  isUsual,
  readExpiry,
  schemeOf,
} from '../../../functions/payment-page/client/form/typed-card.ts';
import type { PageData } from '../../../functions/payment-page/page-data.ts';

test.each([
  '2030-12',
  '12/2030',
  '2030/12',
  '12-30',
  '1230',
  '12 / 30',
  '12/30',
  '122030',
  '203012',
  '12.30',
  '12 30',
  '2030.12',
  '2030 12',
  '2030-12-01',
  '２０３０－１２',
  '٢٠٣٠/١٢',
  '۱۲/۳۰',
  '१२/३०',
  ' 12/30 ',
])('%s is read as December 2030', (text) => {
  expect(groupExpiry(text)).toBe('12 / 30');
  expect(readExpiry(groupExpiry(text))).toEqual({ month: 12, year: 2030 });
});

test.each(['1/30', '1-30', '01/30', '0130', '2030-1', '1/2030', '2030-01'])(
  '%s is read as January 2030',
  (text) => {
    expect(readExpiry(groupExpiry(text))).toEqual({ month: 1, year: 2030 });
  },
);

test.each([
  '30/12',
  '20-30',
  '31/12/2030',
  '01/12/2030',
  '13/30',
  '00/30',
  '2030-13',
  '2030-00',
  '12',
  '12/3',
  '',
])('%j is not read as an expiry date', (text) => {
  expect(readExpiry(groupExpiry(text))).toBeUndefined();
});

test('the expiry date is formatted at every key, and a formatted date stays unchanged', () => {
  let text = '';
  const shown = [...'1230'].map((key) => {
    text = groupExpiry(text + key);
    return text;
  });
  expect(shown).toEqual(['1', '12', '12 / 3', '12 / 30']);
  expect(groupExpiry('9')).toBe('09');
  expect(groupExpiry('13 / 05')).toBe('13 / 05');
});

test.each(['5 / 30', '1 / 30', ' / 30', '30 / 12', '12 / 3'])(
  'a correction of the month keeps the year: %j stays as it is',
  (text) => expect(groupExpiry(text)).toBe(text),
);

test.each([
  ['1 / 30', 1],
  ['05 / 30', 5],
  ['0 / 30', undefined],
  [' / 30', undefined],
  ['30 / 12', undefined],
])('%j has the month %s', (text, month) => expect(readExpiry(text)?.month).toBe(month));

test.each([
  ['4', 'visa'],
  ['51', 'mastercard'],
  ['55', 'mastercard'],
  ['56', undefined],
  ['2221', 'mastercard'],
  ['2220', undefined],
  ['2720', 'mastercard'],
  ['2721', undefined],
  ['34', 'amex'],
  ['37', 'amex'],
  ['35', undefined],
  ['3528', 'jcb'],
  ['3527', undefined],
  ['300', 'diners'],
  ['306', undefined],
  ['36', 'diners'],
  ['6011', 'discover'],
  ['62', 'unionpay'],
  ['', undefined],
])('the scheme of a number that begins with %j is %s', (number, scheme) => {
  expect(schemeOf(number)).toBe(scheme);
});

test.each([
  ['4111111111111111', true],
  ['4111111111111112', false],
  ['378282246310005', true],
  ['5555555555554444', true],
  ['5555555555554445', false],
])('the number %s passes the Luhn check: %s', (number, passes) => {
  expect(passesLuhn(number)).toBe(passes);
});

test('the scheme decides the lengths of numbers and security codes', () => {
  expect([15, 16, 17, 18, 19].map((length) => isComplete('4'.padEnd(length, '0'), 'visa'))).toEqual([
    false,
    true,
    false,
    true,
    true,
  ]);
  expect([14, 15, 16].map((length) => isComplete('34'.padEnd(length, '0'), 'amex'))).toEqual([
    false,
    true,
    false,
  ]);
  expect([15, 16, 17].map((length) => isUsual('4'.padEnd(length, '0')))).toEqual([false, true, false]);
  expect(isUsual('9'.repeat(19))).toBe(false);
  expect(['34', '4', ''].map((number) => codeLengthOf(schemeOf(number)))).toEqual([4, 3, 3]);
});

// The lengths are those of the package card-validator, which the server uses.
test.each<[Scheme, string, number[]]>([
  ['visa', '4', [16, 18, 19]],
  ['mastercard', '55', [16]],
  ['amex', '34', [15]],
  ['diners', '36', [14, 16, 19]],
  ['jcb', '3528', [16, 17, 18, 19]],
  ['discover', '6011', [16, 19]],
  ['unionpay', '62', [14, 15, 16, 17, 18, 19]],
])('a number of %s that begins with %s has the lengths %j', (scheme, start, lengths) => {
  const all = [12, 13, 14, 15, 16, 17, 18, 19, 20];
  expect(all.filter((length) => isComplete(start.padEnd(length, '0'), scheme))).toEqual(lengths);
  const usual = scheme === 'visa' ? 16 : lengths.at(-1);
  expect(all.filter((length) => isUsual(start.padEnd(length, '0')))).toEqual([usual]);
});

test('groupNumber groups a number as on the card', () => {
  expect(groupNumber('4111111111111111')).toBe('4111 1111 1111 1111');
  expect(groupNumber('378282246310005')).toBe('3782 822463 10005');
  expect(groupNumber('3782')).toBe('3782');
  expect(groupNumber('37828')).toBe('3782 8');
});

describe('the form', () => {
  const values: Record<string, string> = {};
  const input = (id: string) => ({
    ...{ value: values[id] ?? '', validity: { valid: true } },
    ...{ addEventListener() {}, setAttribute() {} },
  });
  beforeEach(() =>
    Object.assign(globalThis, { document: { getElementById: input, querySelector: () => null } }),
  );
  afterEach(() => Reflect.deleteProperty(globalThis, 'document'));

  const errors = {
    ...{ numberInvalid: 'number', numberScheme: 'scheme', numberMissing: 'missing' },
    ...{ expiryInvalid: 'expiry', expired: 'expired', codeInvalid: 'code' },
  };
  const live = { schemes: { visa: 'Visa' }, messages: { errors } } as unknown as PageData;
  const year = String((new Date().getFullYear() + 1) % 100).padStart(2, '0');

  test.each<['number' | 'expiry' | 'code', string, live: string, test: string]>([
    ['number', '', 'missing', 'missing'],
    ['number', '4242 4242 4242 4242', '', ''],
    ['number', '4242 4242 4242 4241', 'number', ''],
    ['number', '4242 4242 4242', 'number', ''],
    ['number', '5555 5555 5555 4444', 'scheme', ''],
    ['number', '424', 'number', 'number'],
    ['expiry', `12 / ${year}`, '', ''],
    ['expiry', '12 / 20', 'expired', 'expired'],
    ['expiry', '13 / 30', 'expiry', 'expiry'],
    ['code', '12', 'code', 'code'],
  ])('the form finds the fault of the %s "%s"', (name, value, inLive, inTest) => {
    values[name] = value;
    expect(makeFaultOf(live)(name)).toBe(inLive);
    expect(makeFaultOf({ ...live, testCards: {} })(name)).toBe(inTest);
  });

  test.each([
    ['Ann O’Neill 3rd', true],
    ['4242 4242 42', false],
    ['', false],
  ])('the form takes no card number for a name, which is stored as it is: "%s"', (name, isComplete) => {
    values['payer-name'] = name;
    const payer = { name: { missing: 'missing', invalid: 'invalid' } };
    expect(makePayer({ ...live, payer }).isComplete(false)).toBe(isComplete);
  });
});
