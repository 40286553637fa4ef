/** Makes an element. Strings become text: nothing here turns a string into markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

/** An address that the server has written into the page. */
export const address = (name: 'docs' | 'base' | 'pos' | 'index'): string =>
  document.documentElement.dataset[name] ?? '';

/** Remembers a choice of the reader, if the browser allows it. */
export const choices = {
  get(name: string): string | null {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  },
  set(name: string, value: string): void {
    try {
      localStorage.setItem(name, value);
    } catch {
      // Without storage the choice holds for this page.
    }
  },
};
