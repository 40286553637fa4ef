import { escapeHtml } from './escape.ts';

/** Trusted HTML. Made by {@link markup}, which escapes all values, or of constants in the source. */
export class Markup {
  constructor(readonly text: string) {}
}

type Value = string | number | false | null | undefined | Markup | readonly Value[];

/** HTML with everything in `${…}` escaped, but what is HTML already. Attributes must be quoted. */
export const markup = (parts: TemplateStringsArray, ...values: Value[]): Markup =>
  new Markup(
    parts.map((part, index) => part + (index < values.length ? render(values[index]) : '')).join(''),
  );

function render(value: Value): string {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(render).join('');
  return value === false || value === null || value === undefined ? '' : escapeHtml(String(value));
}

/** Puts elements in their places in a message: `Pay {amount}`. */
export const place = (message: string, values: Record<string, Value>): Markup =>
  markup`${message.split(/(\{\w+\})/).map((part) => values[part.slice(1, -1)] ?? part)}`;
