import { type ComponentChild, options, render, type VNode } from 'preact';
import { sanitizeText } from '#html/text.ts';
import type { ConsoleLanguage } from '#messages/console/languages.ts';
import { chooseLanguage, language, loadTexts, preferredLanguage } from '../values/texts.ts';
import { applyScheme, followSystem } from './color-scheme.ts';
import type { Speak } from './signed-out-frame.tsx';

interface PageData {
  base: string;
  /** The URL of the checkout API. */
  posUrl: string;
  texts: Record<ConsoleLanguage, string>;
  /** The file of the payment page's style sheet. */
  pageStyles: string;
  /** The text of a page that could not be loaded. */
  failure: string;
}

interface Start extends Pick<PageData, 'base' | 'posUrl'> {
  /** The URL of the payment page's style sheet. */
  pageStyles: string;
  language: ConsoleLanguage;
  /** Shows the page in another language, and stores this choice. */
  speak: Speak;
}

/** Renders a page of the console in the reader's language and colours. @param begin runs before the texts are loaded */
export function startWith(draw: (start: Start) => ComponentChild, begin?: (page: PageData) => void): void {
  const root = document.getElementById('console') as HTMLElement;
  const page: PageData = JSON.parse(root.dataset.page ?? '');

  async function show(name: ConsoleLanguage): Promise<void> {
    await loadTexts(name, `${page.base}/assets/${page.texts[name]}`);
    document.documentElement.lang = language;
    const { base, posUrl } = page;
    const pageStyles = `${base}/assets/${page.pageStyles}`;
    render(draw({ base, posUrl, pageStyles, language: name, speak }), root);
  }

  const speak: Speak = async (name) => {
    await show(name);
    chooseLanguage(name);
  };

  begin?.(page);
  applyScheme();
  followSystem();
  keepFocus(root);
  sanitizeIsolatedTexts();
  // If the texts cannot be loaded, the page says so in English, and a reload tries again.
  show(preferredLanguage()).catch(() => {
    const text = document.createElement('p');
    text.setAttribute('role', 'alert');
    text.textContent = page.failure;
    root.replaceChildren(text);
  });
}

/**
 * Sanitizes the text of each `bdi` before it is shown. The console puts strangers' texts, such as the reference of an
 * order, into these elements.
 */
function sanitizeIsolatedTexts(): void {
  options.vnode = ({ type, props }: VNode<{ children?: unknown }>) => {
    if (type === 'bdi' && typeof props.children === 'string') props.children = sanitizeText(props.children);
  };
}

/**
 * Keeps the focus on the page when the focused element is removed, such as a button after its action or a row. The focus
 * moves to the nearest heading before it, or else to the heading of the page, so that screen readers read where the user
 * is. An element that has only moved gets the focus again. Elements that the user has left by the pointer are ignored.
 */
function keepFocus(root: HTMLElement): void {
  let last: HTMLElement | undefined;
  addEventListener('focusin', ({ target }) => {
    last = target as HTMLElement;
  });
  addEventListener('pointerdown', () => {
    last = undefined;
  });
  new MutationObserver((records) => {
    if (!last || document.activeElement !== document.body) return;
    const left = last;
    const record = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(left)));
    if (!record) return;
    const place = left.isConnected ? left : headingAt(record.target as Element);
    if (place && place !== left) place.tabIndex = -1;
    place?.focus({ preventScroll: true });
  }).observe(root, { childList: true, subtree: true });
}

const headingAt = (element: Element): HTMLElement | null =>
  element.closest(':is(dialog, section, main):has(h1, h2)')?.querySelector<HTMLElement>('h1, h2') ??
  document.querySelector('h1');
