/** Unicode's embeddings, overrides and isolates. These characters reorder the text that follows. */
export const direction = /[\u202a-\u202e\u2066-\u2069]/g;

// biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern removes these characters
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** A letter has at most three marks in real languages. Many more would be drawn over the lines above and below. */
const stackedMarks = /(\p{M}{3})\p{M}+/gu;

const visible = /[^\p{Default_Ignorable_Code_Point}\s]/u;

/**
 * Makes a stranger's text safe for a page of Florin: removes control characters and characters that reorder text or
 * cover other lines. Returns an empty text if nothing of it can be seen.
 */
export function sanitizeText(text: string): string {
  const safe = text
    .replace(direction, '')
    .replace(controls, ' ')
    .replace(stackedMarks, '$1')
    .replace(/\n\s*\n/g, '\n\n')
    .trim();
  return visible.test(safe) ? safe : '';
}

/** Puts values into the placeholders of a text: `Pay {amount}`. */
export const fill = (message: string, values: Record<string, string>): string =>
  message.replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);

/** Joins a label and its value. In French, a non-breaking space stands before the colon. */
export const joinLabel = (label: string, value: string, locale: string): string =>
  `${label}${locale.startsWith('fr') ? '\u00a0' : ''}: ${value}`;
