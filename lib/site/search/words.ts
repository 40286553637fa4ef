/** Words without a meaning of their own for a search. */
const stopWords = new Set(
  'a an and are as at be by can do does for from has have how i if in is it its me my no not of on or so that the their there they this to was what when where which who why will with you your'.split(
    ' ',
  ),
);

/** Other spellings of one thing, which become one word. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/\b3[- ]?d[- ]?(s|secure)\b|\btds\b/g, '3ds'],
  [/\be-mail/g, 'email'],
  [/\bset[- ]up\b/g, 'setup'],
];

/** Words that readers search for, and the words that the pages use instead. */
const synonyms: Readonly<Record<string, string>> = {
  bill: 'cost',
  cancel: 'void',
  chargeback: 'dispute',
  deploy: 'deployment',
  pagination: 'lists',
  privacy: 'personal',
  reader: 'terminal',
  register: 'till',
  subscription: 'recurring',
  stranger: 'unverified',
  update: 'upgrade',
};

/** The words of a text as the index has them, in order, each by its stem. */
export const wordsOf = (text: string): string[] =>
  spellings
    .reduce((spelled, [other, word]) => spelled.replace(other, word), separated(text).toLowerCase())
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word && !stopWords.has(word))
    .map(stem);

/**
 * Separates the words of an identifier such as `captureBefore`. A brand such as WooCommerce or iDEAL stays one word, as readers
 * type it in lower case.
 */
const separated = (text: string): string =>
  text.replace(/\b[a-z]{2,}[A-Za-z]*/g, (name) => name.replace(/([a-z])(?=[A-Z])/g, '$1 '));

/** The word that the pages use for a searched word, if it is another one. */
export const synonymOf = (word: string): string | undefined => {
  const found = Object.entries(synonyms).find(([searched]) => stem(searched) === word);
  return found && stem(found[1]);
};

/** Removes the ending of a word, so that `captured`, `captures` and `capture` are the same word. */
export function stem(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word;
  return word
    .replace(/ies$|ied$/, 'y')
    .replace(/(?<=[^s])s$/, '')
    .replace(/(?<=\w{3})(ation|ing|ed)$/, '')
    .replace(/(?<=[^aeiou])y$/, 'i')
    .replace(/(?<=\w{3})e$/, '');
}
