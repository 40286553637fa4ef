import { answersChallenge, newChallenge } from '../../../functions/core/webhooks/endpoint-challenge.ts';

const challenge = newChallenge();

test.each([
  ['the challenge as text', challenge],
  ['the challenge with white space around it', ` ${challenge}\n`],
  ['the challenge as JSON', JSON.stringify(challenge)],
  ['an object with only the challenge', JSON.stringify({ challenge })],
])('an endpoint is verified if it answers with %s', (_, answer) => {
  expect(answersChallenge(challenge, answer)).toBe(true);
});

test.each([
  ['another challenge', newChallenge()],
  ['an object with another challenge', JSON.stringify({ challenge: newChallenge() })],
  ['an echo of the whole event', JSON.stringify({ type: 'webhook.tested', challenge })],
  ['text around the challenge', `ok ${challenge}`],
  ['an empty object', '{}'],
  ['JSON that is not an object', 'null'],
  ['an empty text', ''],
])('an endpoint is not verified if it answers with %s', (_, answer) => {
  expect(answersChallenge(challenge, answer)).toBe(false);
});

test('no two challenges are the same', () => {
  expect(newChallenge()).not.toBe(challenge);
  expect(challenge).toMatch(/^[\w-]{32}$/);
});
