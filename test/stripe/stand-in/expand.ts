import type { Account } from './account.ts';

type Tree = Record<string, unknown>;

/** Replaces ids by their objects (https://docs.stripe.com/expand) in a copy, because the stored objects change later. */
export function expand(account: Account, answer: object, paths: readonly string[]): Tree {
  const copy = structuredClone(answer) as Tree;
  for (const path of paths) expandIn(account, copy, path.split('.'));
  return copy;
}

function expandIn(account: Account, tree: Tree, [name = '', ...rest]: string[]): void {
  const value = tree[name];
  if (Array.isArray(value)) for (const item of value) expandIn(account, item as Tree, rest);
  else if (value && typeof value === 'object') {
    if (rest.length > 0) expandIn(account, value as Tree, rest);
  } else if (typeof value === 'string') {
    const object = structuredClone(account.get<Tree>(value));
    if (!object) return;
    tree[name] = object;
    if (rest.length > 0) expandIn(account, object, rest);
  }
}
