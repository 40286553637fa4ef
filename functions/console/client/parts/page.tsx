import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from './icons.tsx';

interface Props {
  title: string;
  /** The title of the browser's tab, if the heading is not only text. */
  heading?: ComponentChildren;
  /** The text below the title. */
  lead?: ComponentChildren;
  /** The buttons beside the title. */
  actions?: ComponentChildren;
  /** The page above this one. */
  back?: { href: string; text: string };
  children?: ComponentChildren;
}

let isFirst = true;

/**
 * A page with its heading. When the user comes from another page, the focus moves to the heading, so that screen readers
 * read it and the keyboard starts there.
 */
export function Page({ title, heading = title, lead, actions, back, children }: Props) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isFirst) ref.current?.focus({ preventScroll: true });
    isFirst = false;
    scrollTo(0, 0);
  }, []);
  useEffect(() => {
    document.title = `${title} · Florin`;
  }, [title]);
  return (
    <>
      {back && (
        <a class="back" href={back.href}>
          <Icon name="back" />
          {back.text}
        </a>
      )}
      <header class="page-head">
        <div>
          <h1 tabIndex={-1} ref={ref}>
            {heading}
          </h1>
          {lead && <p class="lead">{lead}</p>}
        </div>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {children}
    </>
  );
}
