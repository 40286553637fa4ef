import { useEffect, useRef, useState } from 'preact/hooks';
import { go, printPlace } from '../browser/router.ts';
import { Dialog } from '../parts/dialog.tsx';
import { idIn } from '../payments/filters.ts';
import { useConsole } from '../requests/session.ts';
import { nameWithMode } from '../values/names.ts';
import { fill, t } from '../values/texts.ts';

interface Choice {
  text: string;
  href: string;
}

/** A dialog that Ctrl-K opens, or Cmd-K on a Mac: it leads to any page, merchant or payment by keyboard. */
export function Palette({ sections }: { sections: readonly (keyof typeof t.nav)[] }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      // Does not open over another dialog, which may be about money.
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return isOpen ? <Choices sections={sections} close={() => setOpen(false)} /> : null;
}

/** The most choices on the screen. */
const most = 8;

function Choices({ sections, close }: { sections: readonly (keyof typeof t.nav)[]; close: () => void }) {
  const { session, merchant } = useConsole();
  const [text, setText] = useState('');
  const [index, setIndex] = useState(0);
  const list = useRef<HTMLDivElement>(null);

  const id = idIn(text);
  const all: Choice[] = [
    ...(id
      ? [{ text: fill(t.palette.payment, { id }), href: printPlace([merchant.id, 'payments', id]) }]
      : []),
    ...sections.map((section) => ({ text: t.nav[section], href: printPlace([merchant.id, section]) })),
    ...session.merchants
      .filter((one) => one.id !== merchant.id)
      .map((one) => ({
        text: nameWithMode(one),
        href: printPlace([one.id, 'overview']),
      })),
  ];
  const wanted = text.trim().toLowerCase();
  const found = id
    ? all.slice(0, 1)
    : all.filter((one) => one.text.toLowerCase().includes(wanted)).slice(0, most);
  const chosen = found[Math.min(index, found.length - 1)];

  const take = (choice: Choice | undefined) => {
    if (!choice) return;
    close();
    go(choice.href);
  };
  const move = (by: number) => {
    const next = (Math.min(index, found.length - 1) + by + found.length) % Math.max(1, found.length);
    setIndex(next);
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
  };

  return (
    <Dialog class="dialog palette" title={t.palette.title} onClose={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          take(chosen);
        }}
      >
        <input
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls="palette"
          aria-autocomplete="list"
          aria-activedescendant={chosen ? `palette-${found.indexOf(chosen)}` : undefined}
          aria-label={t.palette.title}
          placeholder={t.palette.hint}
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
            setIndex(0);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
            event.preventDefault();
            move(event.key === 'ArrowDown' ? 1 : -1);
          }}
        />
        {/* biome-ignore-start lint/a11y: the focus stays in the text, which names the active option and has its keys */}
        <div class="palette-list" id="palette" role="listbox" aria-label={t.palette.title} ref={list}>
          {found.map((one, at) => (
            <div
              key={one.href}
              id={`palette-${at}`}
              class="option"
              role="option"
              aria-selected={one === chosen}
              onClick={() => take(one)}
            >
              <bdi>{one.text}</bdi>
            </div>
          ))}
        </div>
        {/* biome-ignore-end lint/a11y: the focus stays in the text, which names the active option and has its keys */}
        <p class="unseen" role="status">
          {found.length === 0 && t.palette.none}
        </p>
        {found.length === 0 && <p class="muted">{t.palette.none}</p>}
      </form>
    </Dialog>
  );
}
