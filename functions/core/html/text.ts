/** Unicode's embeddings, overrides and isolates, which reorder the text that follows. */
const direction = /[\u202a-\u202e\u2066-\u2069]/g;

// biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern removes these characters
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** Makes a stranger's text safe for a page of Florin: removes control characters and characters that reorder text. */
export const sanitizeText = (text: string): string =>
  text.replace(direction, '').replace(controls, ' ').trim();

/** Puts values into the placeholders of a text: `Pay {amount}`. */
export const fill = (message: string, values: Record<string, string>): string =>
  message.replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);

/** Joins a label and its value. In French, a non-breaking space stands before the colon. */
export const joinLabel = (label: string, value: string, locale: string): string =>
  `${label}${locale.startsWith('fr') ? '\u00a0' : ''}: ${value}`;
