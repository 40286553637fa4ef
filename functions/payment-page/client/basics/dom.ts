/** The element with this id. The server's page always contains it. */
export const byId = <E extends HTMLElement = HTMLElement>(id: string): E => document.getElementById(id) as E;

export const data = <T>(): T => JSON.parse(byId('data').textContent ?? '');

export const show = (element: HTMLElement, shown: boolean): void => {
  element.hidden = !shown;
};

export const element = (name: string, ...content: (string | Node)[]): HTMLElement => {
  const made = document.createElement(name);
  made.append(...content);
  return made;
};

/**
 * Calls back with the kind of input when the customer has entered something. While an input method composes a text, a
 * change of the field's value would enter the text twice, so the call waits for the end.
 */
export function onEntry(input: HTMLInputElement, entered: (kind: string) => void): void {
  for (const type of ['input', 'compositionend'])
    input.addEventListener(type, (event) => {
      const { isComposing, inputType = type } = event as InputEvent;
      if (!isComposing) entered(inputType);
    });
}

/** Shows the fault of a field below it; an empty text removes it. */
export function showFault(id: string, message: string): void {
  byId(`${id}-error`).textContent = message;
  byId(id).setAttribute('aria-invalid', String(message !== ''));
}

/** Shows the server's fault of a field, and moves the focus there. */
export function refuse(id: string, message: string): void {
  showFault(id, message);
  byId(id).focus();
  byId<HTMLInputElement>(id).select();
}

/** Puts values at the placeholders of a text. */
export const fill = (message: string, values: Record<string, string>): string =>
  message.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);

/**
 * Puts a name at its placeholder in a text. The name is isolated, so that right-to-left names do not reorder the text
 * around it.
 */
export const withIsolatedName = (message: string, name: string): (string | Node)[] =>
  message.split(/(\{\w+\})/).map((part) => (part.startsWith('{') ? element('bdi', name) : part));
