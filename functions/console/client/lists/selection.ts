import { useEffect, useRef, useState } from 'preact/hooks';

export interface Selection<T> {
  /** The selected entries as the list shows them now. Entries that have left the page stay as they were. */
  items: T[];
  has(item: T): boolean;
  /** Selects an entry, or deselects it. With `isRange`, also all entries since the last selected one. */
  set(item: T, isChosen: boolean, isRange: boolean): void;
  setAll(isChosen: boolean): void;
}

/** The entries of a page of a list that the user has selected. Another page or filter begins with an empty selection. */
export function useSelection<T extends { id: string }>(page: readonly T[], place: string): Selection<T> {
  const [chosen, setChosen] = useState<ReadonlyMap<string, T>>(new Map());
  const last = useRef<string | undefined>(undefined);
  useEffect(() => {
    setChosen(new Map());
    last.current = undefined;
  }, [place]);
  const change = (items: readonly T[], isChosen: boolean) =>
    setChosen((before) => {
      const next = new Map(before);
      for (const item of items) {
        if (isChosen) next.set(item.id, item);
        else next.delete(item.id);
      }
      return next;
    });
  return {
    items: [...chosen.values()].map((item) => page.find(({ id }) => id === item.id) ?? item),
    has: ({ id }) => chosen.has(id),
    set(item, isChosen, isRange) {
      const [from, to] = [last.current, item.id].map((id) => page.findIndex((one) => one.id === id));
      last.current = item.id;
      const hasRange = isRange && from !== undefined && to !== undefined && from >= 0 && to >= 0;
      change(hasRange ? page.slice(Math.min(from, to), Math.max(from, to) + 1) : [item], isChosen);
    },
    setAll: (isChosen) => (isChosen ? change(page, true) : setChosen(new Map())),
  };
}
