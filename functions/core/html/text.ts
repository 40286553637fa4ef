/** Embeddings, overrides and isolates: they would turn around what stands next to a text. */
const direction = /[\u202a-\u202e\u2066-\u2069]/g;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what goes
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** Somebody else's text, made fit to stand among ours: it may be in any script, but reaches no further than itself. */
export const plain = (text: string): string => text.replace(direction, '').replace(controls, ' ').trim();

/** Puts values in their places in a message: `Pay {amount}`. */
export const fill = (message: string, values: Record<string, string>): string =>
  message.replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
