import { useEffect, useRef, useState } from 'preact/hooks';
import type { Call } from '../api.ts';
import { type Cell, download, printCsv } from '../csv.ts';
import { type Part, readAll } from '../paging.ts';
import { counted, fill, t } from '../texts.ts';
import { announce } from './announce.tsx';
import { Icon } from './icons.tsx';
import { wordsOf } from './trouble.tsx';

interface Props<T> {
  path: string;
  /** The filters of the list: the file has exactly what the list shows, all pages of it. */
  filters: NonNullable<Call['query']>;
  /** Reads an answer that is not an array. */
  partOf?: (answer: unknown) => Part<T>;
  /** The begin of the file's name. */
  name: string;
  /** The names of the columns. They stay the same in each language, so that programs can read the file. */
  columns: readonly string[];
  row: (entry: T) => Cell[];
}

/** The most rows of a file. A browser holds so many easily. */
const most = 50_000;

/** Writes all entries of a list into a file for spreadsheets. */
export function Export<T extends { id: string }>({ path, filters, partOf, name, columns, row }: Props<T>) {
  const [count, setCount] = useState<number>();
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const write = async () => {
    if (count !== undefined) return;
    const controller = new AbortController();
    running.current = controller;
    setCount(0);
    try {
      const { signal } = controller;
      const all = await readAll<T>(path, filters, { most, progress: setCount, signal, partOf });
      download(`${name}-${new Date().toISOString().slice(0, 10)}.csv`, printCsv([columns, ...all.map(row)]));
      announce(
        all.length === most ? fill(t.export.cut, { count: most }) : counted(t.export.done, all.length),
      );
    } catch (error) {
      if (!controller.signal.aborted) announce(wordsOf(error as Error));
    }
    setCount(undefined);
  };
  return (
    <button type="button" class="button" aria-busy={count !== undefined} onClick={write}>
      <Icon name="download" />
      {count === undefined ? t.export.button : counted(t.export.running, count)}
    </button>
  );
}
