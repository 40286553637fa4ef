import { changesOf, placeholdersIn } from './expressions.ts';
import { keyCondition } from './key-condition.ts';
import type { Attribute, Input } from './protocol.ts';

/** Begins the report of a request that the local engine would accept, and AWS would not. */
export const refusedByAws = 'AWS would refuse this request';

/** Words the report of such a request. @param error as {@link validationError} returns it */
export const reportRefusal = (error: string, body: string): string => `${refusedByAws}: ${error}: ${body}`;

/** The most bytes of the keys in Florin's table and its indexes. */
const mostBytes: Record<string, number> = { pk: 2048, listPk: 2048, pendingPk: 2048, sk: 1024, listSk: 1024 };

/**
 * Finds a fault for which AWS refuses a request with a `ValidationException`, although the local engine accepts the
 * request. The engine finds all other faults itself.
 *
 * @returns why AWS refuses the request, or undefined if it accepts the request
 */
export function validationError(input: Input): string | undefined {
  const { TransactItems: actions, ClientRequestToken: token } = input;
  if (!actions) return errorIn(input);
  if (token === '') return 'clientRequestToken must have at least 1 character';
  if (actions.some((action) => Object.keys(action).length !== 1))
    return 'TransactItems can only contain one of Check, Put, Update or Delete';
  return firstError(
    actions.flatMap((action) => Object.values(action)),
    errorIn,
  );
}

function firstError<T>(things: readonly T[], errorOf: (thing: T) => string | undefined): string | undefined {
  for (const thing of things) {
    const error = errorOf(thing);
    if (error) return error;
  }
  return undefined;
}

const errorIn = (input: Input): string | undefined =>
  firstError(
    [returnValuesError, placeholdersError, updateError, comparisonError, itemError, queryError],
    (check) => check(input),
  );

const returnValuesError = ({ ReturnValuesOnConditionCheckFailure: values = 'NONE' }: Input) =>
  /^(ALL_OLD|NONE)$/.test(values) ? undefined : `ReturnValuesOnConditionCheckFailure cannot be ${values}`;

/** The engine reads only as much of a condition as it needs. AWS reads all of it. */
function placeholdersError(input: Input): string | undefined {
  const { ExpressionAttributeNames: names, ExpressionAttributeValues: values } = input;
  const given = new Set(Object.keys({ ...names, ...values }));
  const used = placeholdersIn(input);
  return (
    firstError([...used], (one) =>
      given.has(one) ? undefined : `An expression uses the undefined ${one}`,
    ) ?? firstError([...given], (one) => (used.has(one) ? undefined : `No expression uses ${one}`))
  );
}

function updateError(input: Input): string | undefined {
  const changes = changesOf(input);
  return firstError(changes, ({ path, value = '' }) => {
    const [name = ''] = path;
    if (name in (input.Key ?? {}))
      return `Cannot update attribute ${name}. This attribute is part of the key`;
    const isSame = (other: readonly string[]) => path.every((part, n) => other[n] === part);
    if (changes.filter((other) => isSame(other.path)).length > 1)
      return `Two document paths overlap with each other: ${path.join('.')}`;
    return path.length === 1 ? keyError(name, input.ExpressionAttributeValues?.[value]) : undefined;
  });
}

/** An order exists only for texts, numbers and binary values. */
function comparisonError({ ConditionExpression = '', FilterExpression = '', ...input }: Input) {
  const ordered = `${ConditionExpression} ${FilterExpression}`.matchAll(/(?<!<)(?:<=?|>=?)\s*(:\w+)/g);
  return firstError([...ordered], ([, value = '']) => {
    const [type = ''] = Object.keys(input.ExpressionAttributeValues?.[value] ?? {});
    return /^[SNB]$/.test(type) ? undefined : `Incorrect operand type for operator: ${value} is ${type}`;
  });
}

function itemError({ Item = {}, ExpressionAttributeValues: values = {} }: Input): string | undefined {
  if ([{ M: Item }, ...Object.values(values)].some(hasEmptyName)) return 'The name of an attribute is empty';
  return firstError(Object.entries(Item), ([name, value]) => keyError(name, value));
}

const hasEmptyName = ({ M = {}, L = [] }: Attribute): boolean =>
  '' in M || [...Object.values(M), ...L].some(hasEmptyName);

function queryError(input: Input): string | undefined {
  if (!input.KeyConditionExpression) return undefined;
  const { compared, holds } = keyCondition(input);
  const from = input.ExclusiveStartKey;
  if (from && !holds(from)) return 'The provided starting key is outside query boundaries';
  return firstError(compared, ([name, value]) =>
    value?.S ? keyError(name, value) : `The key ${name} is compared with ${JSON.stringify(value)}`,
  );
}

const keyError = (name: string, value: Attribute | undefined): string | undefined =>
  Buffer.byteLength(value?.S ?? '') > (mostBytes[name] ?? Number.POSITIVE_INFINITY)
    ? `The key ${name} has more than ${mostBytes[name]} bytes`
    : undefined;
