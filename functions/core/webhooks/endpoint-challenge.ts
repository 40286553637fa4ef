import { randomBytes } from 'node:crypto';

/** Only the local runner sets this variable. In AWS, where it is absent, every new URL must answer the challenge. */
export const isChallenged = process.env.WEBHOOK_CHALLENGE !== 'off';

/**
 * Makes the challenge: a random text that an endpoint must return, to prove that its owner wants events. Florin sends
 * the text only to the endpoint.
 */
export const newChallenge = (): string => randomBytes(24).toString('base64url');

/**
 * Whether an answer consists of the challenge, as text or in a JSON object with nothing else. An echo server, which
 * returns the whole request, does not pass.
 */
export function answersChallenge(challenge: string, answer: string): boolean {
  const text = answer.trim();
  if (text === challenge || text === JSON.stringify(challenge)) return true;
  try {
    const parsed = JSON.parse(text);
    return Object.keys(parsed).length === 1 && parsed.challenge === challenge;
  } catch {
    return false;
  }
}
