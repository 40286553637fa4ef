import { useTexts } from '../../../functions/console/client/values/texts.ts';
import { deliveryError } from '../../../functions/console/client/webhooks/deliveries.tsx';
import { consoleCatalogue } from '../../../functions/core/messages/console/catalogue.ts';

const { failures } = consoleCatalogue.en.webhooks;
beforeAll(() => useTexts('en', consoleCatalogue.en, []));

test.each<[string, keyof typeof failures]>([
  ['TIMEOUT', 'slow'],
  ['ETIMEDOUT', 'slow'],
  ['ECONNREFUSED', 'refused'],
  ['ECONNRESET', 'cut'],
  ['EHOSTUNREACH', 'unreachable'],
  ['HOST_NOT_FOUND', 'unknown'],
  ['ADDRESS_NOT_PUBLIC', 'private'],
  ['CERT_HAS_EXPIRED', 'certificate'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'certificate'],
  ['HPE_HEADER_OVERFLOW', 'garbled'],
  ['NOT_VERIFIED', 'unverified'],
  ['CHALLENGE_NOT_ANSWERED', 'challenge'],
  ['DAILY_LIMIT', 'limit'],
  ['FAILED', 'other'],
  ['500', 'other'],
])('a delivery that fails with %s has plain words beside the code', (code, key) => {
  expect(deliveryError(code)).toBe(failures[key].replace('{code}', code));
  expect(deliveryError(code)).toContain(code);
});
