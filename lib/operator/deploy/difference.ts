import { isDeepStrictEqual } from 'node:util';
import type { Template } from './dangers.ts';

/** Lists the resources that a deployment adds, removes and changes, by their logical ids, one a line. */
export function differenceOf(deployed: Template, next: Template): string[] {
  const [before, after] = [deployed.Resources ?? {}, next.Resources ?? {}];
  const ids = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const kinds: [kind: string, of: (id: string) => boolean][] = [
    ['adds', (id) => !(id in before)],
    ['removes', (id) => !(id in after)],
    [
      'changes',
      (id) => id in before && id in after && !isDeepStrictEqual(plain(before[id]), plain(after[id])),
    ],
  ];
  return kinds.flatMap(([kind, isOf]) => {
    const some = ids.filter(isOf);
    return some.length > 0 ? [`${kind} ${some.length}: ${shortList(some)}`] : [];
  });
}

/** A resource without CDK's metadata, which changes nothing in AWS. */
function plain(resource: object | undefined): object {
  const { Metadata, ...rest } = resource as { Metadata?: unknown };
  return rest;
}

const most = 12;

const shortList = (ids: readonly string[]): string =>
  ids.length > most ? `${ids.slice(0, most).join(', ')}, and ${ids.length - most} more` : ids.join(', ');
