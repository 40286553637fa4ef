import type { Route } from './routes.ts';

/** Objects of a merchant, by the names of path parameters. `ownerId` is the app that calls. */
interface SampleIds {
  transactionId: string;
  ownerId: string;
  appId?: string;
  keptCardId?: string;
}

/** A request to a route about these objects, with the sample of the route's row as body. */
export function sampleRequest({ path, parameters = [], list, sample }: Route, ids: SampleIds) {
  const { ownerId, keptCardId } = ids;
  const named: Partial<Record<string, string>> = {
    ...ids,
    ...(path.includes('/customers/') && { cardId: keptCardId }),
    ...(path.includes('/identities/') && { appId: ownerId }),
  };
  const required = parameters.filter((one) => one.in === 'query' && one.required).map(({ name }) => name);
  const query = [...required, ...(list ? ['limit'] : [])].map((name): [string, string] => [
    name,
    name === 'limit' ? '9' : (named[name.replace(/^filter\[(\w+)\]$/, '$1')] ?? name),
  ]);
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => named[name] ?? name);
  return {
    path: query.length === 0 ? filled : `${filled}?${new URLSearchParams(query)}`,
    body: sample?.(ids),
  };
}
