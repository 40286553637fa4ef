/**
 * The building blocks of the response schemas. They are stricter than those of requests, as Florin itself makes every
 * response.
 */

type Properties = Readonly<Record<string, object>>;

/** The schema of an object in an answer: it has each of the fields, any of the optional ones, and no others. */
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

/** A schema that requires exactly one of these fields in an answer. */
export const oneOfFields = (...names: readonly string[]) =>
  ({ oneOf: names.map((name) => ({ required: [name] })) }) as const;

export const listOf = <const T extends object>(items: T, description: string) =>
  ({ type: 'array', description, items }) as const;

export const withDescription = <const T extends object>(schema: T, description: string) =>
  ({ ...schema, description }) as const;

/** A value or null. In an answer, null stands for an absent value. */
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

/** Minor units, 0 or more. */
export const total = { type: 'integer', minimum: 0 } as const;

/** Minor units, which can be below 0. */
export const signedAmount = { type: 'integer' } as const;
