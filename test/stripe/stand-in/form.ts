export interface Params {
  [name: string]: string | Params;
}

/** Reads `card[number]=…&expand[0]=…` into objects; a list becomes an object whose keys are indexes. */
export function readForm(text: string): Params {
  const result: Params = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[');
    const last = path.pop() as string;
    let inner = result;
    for (const part of path) {
      inner[part] ??= {};
      inner = inner[part] as Params;
    }
    inner[last || String(Object.keys(inner).length)] = value;
  }
  return result;
}

export const inner = (params: Params, name: string): Params =>
  typeof params[name] === 'object' ? params[name] : {};

export const text = (params: Params, name: string): string | undefined =>
  typeof params[name] === 'string' ? params[name] : undefined;

export const list = (params: Params, name: string): string[] =>
  Object.values(inner(params, name)) as string[];

export const metadataOf = (params: Params): Record<string, string> =>
  inner(params, 'metadata') as Record<string, string>;
