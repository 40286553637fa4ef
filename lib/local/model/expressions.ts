import type { Input } from './protocol.ts';

const fields = [
  'UpdateExpression',
  'ConditionExpression',
  'KeyConditionExpression',
  'FilterExpression',
  'ProjectionExpression',
] as const;

/** The placeholders that the expressions of a request use: `#name`, `:value`. */
export const placeholdersIn = (input: Input): Set<string> =>
  new Set(fields.flatMap((field) => input[field]?.match(/[#:]\w+/g) ?? []));

/** A change of an update: the path to the attribute, by names and indexes, and the value that is set. */
interface Change {
  path: string[];
  /** The placeholder of the value, if the update sets exactly this value. */
  value?: string;
}

/** Reads the changes of an update. */
export function changesOf({ UpdateExpression = '', ExpressionAttributeNames: names = {} }: Input): Change[] {
  const [, ...clauses] = withoutArguments(UpdateExpression).split(/(?<![#:.\w])(?:SET|REMOVE|ADD|DELETE)\s/i);
  return clauses
    .flatMap((clause) => clause.split(','))
    .map((change) => {
      const [, path = '', value] = /^\s*([#\w.[\]]+)(?:\s*=\s*(:\w+)\s*$)?/.exec(change) ?? [];
      const parts = path.replaceAll('[', '.[').split('.');
      return { path: parts.map((part) => names[part] ?? part), value };
    });
}

/** Removes the arguments of functions, as they have commas. */
function withoutArguments(expression: string): string {
  const shorter = expression.replace(/\([^()]*\)/g, '');
  return shorter === expression ? expression : withoutArguments(shorter);
}
