/** The building blocks of the response schemas: tighter than those of requests, as all of it is ours. */

type Properties = Readonly<Record<string, object>>;

/** An object of an answer: it has each of these fields, some of the optional ones, and no other. */
export const answer = <const P extends Properties, const O extends Properties = Record<never, never>>(
  properties: P,
  optional: O = {} as O,
) =>
  ({
    type: 'object',
    required: Object.keys(properties),
    properties: { ...properties, ...optional },
    additionalProperties: false,
  }) as const;

/** A schema of which an answer has exactly one of these fields. */
export const oneOfFields = (...names: readonly string[]) =>
  ({ oneOf: names.map((name) => ({ required: [name] })) }) as const;

export const listOf = <const T extends object>(items: T, description: string) =>
  ({ type: 'array', description, items }) as const;

export const described = <const T extends object>(schema: T, description: string) =>
  ({ ...schema, description }) as const;

/** The value or null, which is what an absent value is in an answer. */
export const orNull = <const T extends { type: string }>(schema: T) =>
  ({ ...schema, type: [schema.type, 'null'] }) as const;

export const text = { type: 'string' } as const;
export const yesOrNo = { type: 'boolean' } as const;
export const yes = { const: true } as const;

export const uuid = {
  type: 'string',
  pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
} as const;

/** A point in time: ISO 8601, UTC, always with milliseconds. */
export const moment = {
  type: 'string',
  format: 'date-time',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
  description: 'ISO 8601, UTC, with milliseconds',
} as const;

/** Minor units that can be nothing at all. */
export const total = { type: 'integer', minimum: 0 } as const;

/** Minor units that can be taken away. */
export const signed = { type: 'integer' } as const;
