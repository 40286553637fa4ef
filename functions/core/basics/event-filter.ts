/** Whether an event source mapping lets a value through. */
export type Filter = (value: unknown) => boolean;

/**
 * Compiles the patterns of an event source mapping. A record passes if one of them matches. Supports the part of the
 * syntax that filters for DynamoDB have
 * (https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventfiltering.html#filtering-syntax).
 *
 * @throws for an unsupported rule, so that no record is passed or dropped by mistake
 */
export function compileFilters(patterns: readonly string[]): Filter {
  if (patterns.length === 0) return () => true;
  const compiled = patterns.map((pattern) => compile(JSON.parse(pattern)));
  return (value) => compiled.some((matches) => matches(value));
}

function compile(pattern: unknown): Filter {
  if (Array.isArray(pattern)) {
    const rules = pattern.map(ruleOf);
    return (value) => rules.some((matches) => matches(value));
  }
  if (typeof pattern !== 'object' || pattern === null) throw unknown(pattern);
  const fields = Object.entries(pattern).map(([name, inner]) => [name, compile(inner)] as const);
  return (value) => fields.every(([name, matches]) => matches((value as Record<string, unknown>)?.[name]));
}

const isText = (value: unknown): value is string => typeof value === 'string';

function ruleOf(rule: unknown): Filter {
  if (typeof rule !== 'object' || rule === null) return (value) => value === rule;
  const [[name, argument] = ['', undefined], ...others] = Object.entries(rule);
  if (others.length > 0) throw unknown(rule);
  if (name === 'exists') return (value) => (value !== undefined) === argument;
  if (name === 'prefix' && isText(argument)) return (value) => isText(value) && value.startsWith(argument);
  if (name === 'suffix' && isText(argument)) return (value) => isText(value) && value.endsWith(argument);
  if (name === 'anything-but') {
    const excluded = [argument].flat();
    if (excluded.every((item) => typeof item !== 'object')) {
      return (value) => value !== undefined && !excluded.includes(value);
    }
  }
  throw unknown(rule);
}

const unknown = (rule: unknown) => new Error(`Not supported in a filter: ${JSON.stringify(rule)}`);
