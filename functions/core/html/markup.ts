/**
 * Trusted HTML, made by {@link markup}, which escapes all values, or from constants in the source. Never construct
 * `Markup` from input: it is printed unescaped.
 */
export class Markup {
  constructor(readonly text: string) {}
}

type Value = string | number | false | null | undefined | Markup | readonly Value[];

/**
 * Builds HTML and escapes each `${…}`, except for values that are `Markup` already. Attributes must be quoted, as
 * escaping protects quoted ones only.
 */
export const markup = (parts: TemplateStringsArray, ...values: Value[]): Markup =>
  new Markup(
    parts.map((part, index) => part + (index < values.length ? render(values[index]) : '')).join(''),
  );

function render(value: Value): string {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(render).join('');
  return value === false || value === null || value === undefined ? '' : escapeHtml(String(value));
}

/** Puts elements into the placeholders of a text: `Pay {amount}`. */
export const place = (message: string, values: Record<string, Value>): Markup =>
  markup`${message.split(/(\{\w+\})/).map((part) => values[part.slice(1, -1)] ?? part)}`;

/** Escapes text for use inside an element or a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Returns a value as JSON for an inline script. The JSON contains no characters that could end the script. */
export const scriptValue = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
