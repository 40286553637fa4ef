import { useEffect, useRef, useState } from 'preact/hooks';

export interface Selection<T> {
  /** The chosen entries as the list shows them now; those that have left the page, as they were. */
  items: T[];
  has(item: T): boolean;
  /** Chooses an entry or not. With `isRange` also all between it and the one before. */
  set(item: T, isChosen: boolean, isRange: boolean): void;
  setAll(isChosen: boolean): void;
}

/** The entries of a page of a list that the user has chosen. Another page or filter begins without any. */
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
