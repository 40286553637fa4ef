import { Webhook } from 'standardwebhooks';
import { newSecret, signedHeaders } from '../../../functions/core/webhooks/signature.ts';

test('signedHeaders gives the headers in the example of the specification', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  expect(
    signedHeaders('msg_p5jXN8AQM9LWM0D4loKWxJek', '{"test": 2432232314}', [secret], 1614265330000),
  ).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('a receiver’s library accepts both secrets, and refuses another secret, another body and an old time', () => {
  const [a, b, c] = [newSecret(), newSecret(), newSecret()];
  const body = '{"type":"webhook.tested"}';
  const headers = signedHeaders('1', body, [a, b], Date.now());
  for (const secret of [a, b]) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => new Webhook(c).verify(body, headers)).toThrow();
  expect(() => new Webhook(a).verify(`${body} `, headers)).toThrow();
  const late = signedHeaders('1', body, [a], Date.now() - 6 * 60_000);
  expect(() => new Webhook(a).verify(body, late)).toThrow('too old');
});
