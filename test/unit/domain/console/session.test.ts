import { deviceOf } from '#domain/console/device.ts';
import { endOfSession, isOpen, isUseNoted } from '#domain/console/session.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const created = Date.parse('2026-03-01T00:00:00Z');

test('a session ends after 12 hours without use', () => {
  const session = { created, seen: created + 5 * hour };
  expect(endOfSession(session)).toBe(created + 17 * hour);
  expect(isOpen(session, created + 17 * hour - 1)).toBe(true);
  expect(isOpen(session, created + 17 * hour)).toBe(false);
});

test('a session ends after 14 days, however often it is used', () => {
  const session = { created, seen: created + 14 * day - 1 };
  expect(endOfSession(session)).toBe(created + 14 * day);
  expect(isOpen(session, created + 14 * day - 1)).toBe(true);
  expect(isOpen(session, created + 14 * day)).toBe(false);
});

test('a use is noted once in five minutes', () => {
  expect(isUseNoted({ created, seen: created }, created + hour / 12 - 1)).toBe(false);
  expect(isUseNoted({ created, seen: created }, created + hour / 12)).toBe(true);
});

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36',
    'Chrome, Windows',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0', 'Edge, Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15', 'Safari, macOS'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/130 Mobile Safari/604.1', 'Chrome, iPhone'],
  ['Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0', 'Firefox, Android'],
  ['curl/8.5.0', ''],
  ['', ''],
])('%s is shown as %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});
