import type { ComponentChildren } from 'preact';
import { dateTime, exactTime, secondsTime } from '../values/format.ts';
import { t } from '../values/texts.ts';

export interface Column<T> {
  name: string;
  /** Whether the column has numbers, which are aligned to the right. */
  isNumber?: boolean;
  show: (row: T) => ComponentChildren;
}

interface Props<T> {
  /** The name of the table, for screen readers. */
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
  /** On a narrow screen, the first two cells share a line, and cells have no names. */
  isCompact?: boolean;
}

/**
 * A table. On a narrow screen each row becomes a block, and each cell shows the name of its column. The roles are explicit,
 * as browsers drop them from a table that is not displayed as one.
 */
export const Table = <T,>({ caption, columns, rows, keyOf, isCompact = false }: Props<T>) => (
  // biome-ignore-start lint/a11y/noRedundantRoles: a table drawn as blocks loses its roles
  <table class={isCompact ? 'table compact' : 'table'} role="table">
    <caption class="unseen">{caption}</caption>
    <thead role="rowgroup">
      <tr role="row">
        {columns.map(({ name, isNumber }) => (
          <th key={name} scope="col" role="columnheader" class={isNumber ? 'number' : undefined}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">
      {rows.map((row) => (
        <tr key={keyOf(row)} role="row">
          {columns.map(({ name, isNumber, show }) => (
            <td key={name} role="cell" data-name={name} class={isNumber ? 'number' : undefined}>
              <div class="cell">{show(row)}</div>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
  // biome-ignore-end lint/a11y/noRedundantRoles: a table drawn as blocks loses its roles
);

export const Time = ({ at }: { at: string }) => (
  <time dateTime={at} title={exactTime(at)}>
    {dateTime(at)}
  </time>
);

/**
 * The link of a row. Many rows have the same text, so the name for screen readers also contains the time.
 *
 * @param more what else tells the rows apart
 */
export const RowLink = ({
  href,
  text,
  at,
  more,
}: {
  href: string;
  text: string;
  at: string;
  more?: string;
}) => (
  <a class="row-link" href={href} aria-label={[text, more, secondsTime(at)].filter(Boolean).join(', ')}>
    {text}
  </a>
);

/** The button in a row that asks whether to remove the row's object. */
export const Removal = ({ name, ask }: { name: string; ask: () => void }) => (
  <button type="button" class="button small" aria-label={`${t.common.remove}: ${name}`} onClick={ask}>
    {t.common.remove}
  </button>
);
