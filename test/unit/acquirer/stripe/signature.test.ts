import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { keys } from '../../../../functions/core/acquirer/stripe/api/api-keys.ts';
import { isFromStripe, verify } from '../../../../functions/core/acquirer/stripe/events/signature.ts';

const secretOf = (name: string) => `whsec_${name.repeat(8)}`;
const [old, current, other] = [secretOf('a'), secretOf('b'), secretOf('c')];
const now = 1_790_000_000_000;
const time = now / 1000;
const body = '{"id":"evt_1","type":"payout.paid"}';

const sign = (secret: string, at = time, text = body) =>
  createHmac('sha256', secret).update(`${at}.${text}`).digest('hex');

test('a header is valid if one of its signatures is by one of the secrets', () => {
  expect(verify(body, `t=${time},v1=${sign(current)}`, [current], now)).toBe(true);
  expect(verify(body, `t=${time},v1=${sign(current)}`, [old, current], now)).toBe(true);
  expect(verify(body, `t=${time},v1=${sign(old)},v1=${sign(current)}`, [current], now)).toBe(true);
  expect(verify(Buffer.from(body), `t=${time}, v1=${sign(current)}, v0=x`, [current], now)).toBe(true);
});

test('a signature by another secret, or for another body, time or scheme, is invalid', () => {
  expect(verify(body, `t=${time},v1=${sign(other)}`, [old, current], now)).toBe(false);
  expect(verify(`${body} `, `t=${time},v1=${sign(current)}`, [current], now)).toBe(false);
  expect(verify(body, `t=${time + 1},v1=${sign(current)}`, [current], now)).toBe(false);
  expect(verify(body, `t=${time},v0=${sign(current)}`, [current], now)).toBe(false);
  expect(verify(body, `t=${time},v1=${sign(current)}`, [], now)).toBe(false);
  expect(verify(body, `t=${time},v1=${sign('')}`, [current], now)).toBe(false);
});

test('a signature is invalid more than 300 seconds before or after its time', () => {
  const header = `t=${time},v1=${sign(current)}`;
  expect(verify(body, header, [current], now + 300_000)).toBe(true);
  expect(verify(body, header, [current], now + 301_000)).toBe(false);
  expect(verify(body, header, [current], now - 301_000)).toBe(false);
});

test('a missing or arbitrary header is invalid, without an error', () => {
  expect(verify(body, undefined, [current], now)).toBe(false);
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((text) => `t=${time},v1=${text}`),
      ),
      (header) => expect(verify(body, header, [current], now)).toBe(false),
    ),
  );
});

test.each<[string, string[], string[] | undefined, boolean, number]>([
  ['with a known secret is valid', [current], [other], true, 0],
  ['with a secret that was added since is valid', [old], [old, current], true, 1],
  ['with a secret that nobody knows is invalid', [old], [old, other], false, 1],
  [
    'with a secret that nobody knows is invalid if the secrets cannot be read again',
    [old],
    undefined,
    false,
    1,
  ],
])('an event %s', async (_, known, newer, valid, times) => {
  const keysWith = (webhookSecrets: string[]) => ({ apiKey: 'none', webhookSecrets });
  jest.spyOn(keys, 'current').mockResolvedValue(keysWith(known));
  const again = jest.spyOn(keys, 'newerThan').mockResolvedValue(newer && keysWith(newer));
  expect(await isFromStripe(body, `t=${time},v1=${sign(current)}`, now)).toBe(valid);
  expect(again).toHaveBeenCalledTimes(times);
  jest.restoreAllMocks();
});
