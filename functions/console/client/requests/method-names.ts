import type { Merchant } from '../values/types.ts';
import { call } from './api.ts';
import { useLoad } from './load.ts';
import { useConsole } from './session.ts';

export type NamedMethod = Pick<Merchant['availableMethods'][number], 'type' | 'name'>;

/** The names of methods. The type stands for the name of a method that the merchant does not have. No method, no request. */
export function useMethodNames(types: readonly string[]): readonly NamedMethod[] {
  const path = `api/merchants/${useConsole().merchant.id}`;
  const isNeeded = types.length > 0;
  const { data = [] } = useLoad(
    `${path} ${isNeeded}`,
    async (signal): Promise<readonly NamedMethod[]> =>
      isNeeded ? (await call<{ merchant: Merchant }>('GET', path, { signal })).merchant.availableMethods : [],
  );
  return types.map((type) => data.find((one) => one.type === type) ?? { type, name: type });
}
