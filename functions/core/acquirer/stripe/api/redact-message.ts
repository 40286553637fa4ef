import { firstCharacters } from '#basics/first-characters.ts';

/** The most characters of a message that Florin logs. */
const longest = 300;

/**
 * Stripe's message of a refusal, for an operator. A message may repeat what was sent: a key, a card number, an address.
 * So only plain words, names of parameters and ids of objects stay, and everything else becomes `…`.
 */
export const redactMessage = (message: unknown): string | undefined =>
  typeof message === 'string'
    ? firstCharacters(
        message.replace(/\S+/g, (word) => (isHarmless(word) ? word : '…')),
        longest,
      )
    : undefined;

const isHarmless = (word: string): boolean =>
  /^(?:\D*|\W*[a-z]+_[a-z\d]+\W*)$/i.test(word) &&
  !/[@%=]|_secret_|^bearer$|(?:^|[^a-z])(?:sk|rk|pk|ek|whsec)_/i.test(word);
