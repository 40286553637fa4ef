import { type ComponentChild, render } from 'preact';
import { consoleCatalogue } from '#messages/console/catalogue.ts';
import { useTexts } from '../../../functions/console/client/values/texts.ts';

/** A request of the page to its server. */
export interface Asked {
  /** The method and the path: `GET /till/session`. */
  route: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: each route has a body of its own
  body: any;
}

/** The pages' pauses of seconds are shorter by this factor. */
const haste = 50;

/** The status and the body of a response. `undefined` breaks the connection. */
export type Answer = readonly [status: number, body?: unknown] | undefined;

export type Server = (asked: Asked) => Answer | Promise<Answer>;

/** A server that is slower than the test. */
export const never = () => new Promise<Answer>(() => {});

/**
 * Gives the pages of the console a document and a server, in the globals of `test/page-environment.cjs`. The tests operate
 * components and their hooks as a user does, and see what these send. Layout and the keyboard need Chromium
 * (`test/browser/`).
 */
export function openBrowser() {
  useTexts('en', consoleCatalogue.en);
  const root = document.createElement('div');
  document.body.append(root);
  const { setTimeout: later, setInterval: repeat } = globalThis;
  Object.assign(globalThis, {
    setTimeout: (work: () => void, pause = 0) => later(work, pause / haste),
    setInterval: (work: () => void, pause = 0) => repeat(work, pause / haste),
  });

  const browser = {
    /** The requests so far. */
    asked: [] as Asked[],
    server: (() => [500]) as Server,

    show(page: ComponentChild) {
      render(page, root);
    },

    text: () => root.textContent ?? '',

    /** The requests of a route. */
    of: (route: string) => browser.asked.filter((one) => one.route === route),

    /** Lets the page receive all answers, and repeat what it repeats after some seconds. */
    settle: () => new Promise((resolve) => later(resolve, 120)),

    /** Waits until something is true, as the page answers events and responses a moment later. */
    async until<T>(find: () => T | undefined | null | false): Promise<T> {
      for (let n = 0; n < 4000; n++) {
        const found = find();
        if (found) return found;
        await new Promise((resolve) => later(resolve, 5));
      }
      throw new Error(
        `The page shows: ${browser.text()}\nIt has asked for ${browser.asked.map(({ route }) => route)}`,
      );
    },

    see: (text: string) => browser.until(() => browser.text().includes(text)),

    button: (name: string) =>
      browser.until(() =>
        [...root.querySelectorAll<HTMLElement>('button, a')].find((one) =>
          (one.getAttribute('aria-label') ?? one.textContent ?? '').startsWith(name),
        ),
      ),

    async press(name: string) {
      (await browser.button(name)).click();
    },

    /** Types into a field that takes entries. */
    async type(text: string, selector = 'input') {
      const field = await browser.until(() =>
        root.querySelector<HTMLInputElement>(`${selector}:not([readonly])`),
      );
      field.value = text;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    },

    async submit() {
      const form = await browser.until(() => root.querySelector('form'));
      form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    },

    /** Ends the page, and its timers. Storage stays, as in a reload. */
    close() {
      render(null, root);
      browser.asked = [];
    },
  };

  globalThis.fetch = async (input, { method = 'GET', headers = {}, body } = {}) => {
    const { pathname, searchParams } = new URL(String(input), location.href);
    const asked = {
      route: `${method} ${pathname}`,
      query: Object.fromEntries(searchParams),
      headers: headers as Record<string, string>,
      body: body ? JSON.parse(String(body)) : undefined,
    };
    browser.asked.push(asked);
    const answer = await browser.server(asked);
    if (!answer) throw new TypeError('fetch failed');
    const [status, json] = answer;
    const text = json === undefined ? null : JSON.stringify(json);
    return new Response(text, { status, headers: { 'content-type': 'application/json' } });
  };

  afterEach(() => browser.close());
  return browser;
}
