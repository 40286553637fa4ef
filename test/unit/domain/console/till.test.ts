import { bytesOfCode, codeOf, readCode } from '#domain/console/till.ts';

test('a code is read as people type it', () => {
  expect(readCode('o1-lIi 00aBc\n')).toBe('0111100ABC');
  for (const other of ['', '0123456789A', '012345678', '012345678U', '012345678!'])
    expect([other, readCode(other)]).toEqual([other, undefined]);
});

test('each of the 32 characters is as likely as the others', () => {
  const bytes = Array.from({ length: 256 }, (_, byte) => byte);
  const codes = bytes.map((byte) => codeOf(new Uint8Array(bytesOfCode).fill(byte)));
  expect(new Set(codes).size).toBe(32);
  for (const code of codes)
    expect([readCode(code), codes.filter((one) => one === code).length]).toEqual([code, 8]);
});
