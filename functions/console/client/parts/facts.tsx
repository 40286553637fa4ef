import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { direction } from '#html/text.ts';
import { t } from '../values/texts.ts';
import { Copy } from './copy.tsx';

/**
 * A list of names and values, without facts that have no value. Texts of others are isolated, so that they cannot reorder
 * the rest.
 */
export const Facts = ({ of }: { of: readonly (readonly [string, ComponentChildren])[] }) => (
  <dl class="facts">
    {of.map(([name, value]) =>
      value === null || value === undefined || value === '' || value === false ? null : (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === 'string' ? <bdi>{value}</bdi> : value}</dd>
        </div>
      ),
    )}
  </dl>
);

/** Escapes the characters that reorder the text after them, so that the reader of the JSON sees these characters. */
const print = (value: unknown): string =>
  JSON.stringify(value, undefined, 2).replace(
    direction,
    (character) => `\\u${character.charCodeAt(0).toString(16)}`,
  );

/** A value as JSON, and a button that copies the JSON. */
export function JsonText({ value }: { value: unknown }) {
  const text = print(value);
  return (
    <>
      <Copy text={text} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll this region */}
      <pre tabIndex={0}>{text}</pre>
    </>
  );
}

/** An entry as the API returns it, collapsed until the user opens it. */
export function Json({ value }: { value: unknown }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="sheet json" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t.common.json}</summary>
      {isOpen && <JsonText value={value} />}
    </details>
  );
}
