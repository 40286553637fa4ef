import { randomBytes } from 'node:crypto';

/** In AWS there is no such variable, so that every new address is asked: only the local runner says that it need not be. */
export const isChallenged = process.env.WEBHOOK_CHALLENGE !== 'off';

/** The secret that an endpoint returns to prove that its owner wants events. Nobody else can know it. */
export const newChallenge = (): string => randomBytes(24).toString('base64url');

/**
 * Whether an answer is the challenge, as text or in a JSON object of its own. A server that sends back all that it gets
 * (an echo) has not answered.
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
