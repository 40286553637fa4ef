/** The element with this id. The server has made the page: it is there. */
export const byId = <E extends HTMLElement = HTMLElement>(id: string): E => document.getElementById(id) as E;

export const data = <T>(): T => JSON.parse(byId('data').textContent ?? '');

export const show = (element: HTMLElement, shown: boolean): void => {
  element.hidden = !shown;
};

/** Puts values in their places in a message. */
export const fill = (message: string, values: Record<string, string>): string =>
  message.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
