import type { FromSchema } from 'json-schema-to-ts';

/** The reasons that a merchant can give for a refund, in the order in which the console shows them. */
export const refundReasons = ['requested_by_customer', 'duplicate', 'fraudulent', 'other'] as const;

export type RefundReason = (typeof refundReasons)[number];

/**
 * The merchant's own name for a movement. Only ASCII: the same letter with an accent can be two different texts in
 * Unicode, and the movement would be made twice.
 */
export const movementReference = {
  type: 'string',
  maxLength: 64,
  pattern: '^[!-~]+( [!-~]+)*$',
  title: '1 to 64 printable ASCII characters, without a space at either end or next to another space',
} as const;

/** The kinds of movement that a client can request. */
export type MovementKind = 'increment' | 'capture' | 'refund' | 'void';

/**
 * The optional details of a movement: a request may contain them, and Florin stores and shows them unchanged. A new
 * detail needs a row here and one in {@link detailRows}; requests, storage, answers and files are made of these rows.
 */
const detailSchemas = {
  reason: {
    input: {
      type: 'string',
      enum: refundReasons,
      title: 'one of requested_by_customer, duplicate, fraudulent, other',
    },
    description: "The merchant's reason for a refund; absent if they gave none",
  },
  reference: {
    input: movementReference,
    description:
      "The merchant's own name for the movement, for ever: no other movement of the transaction has it. Absent if they gave none",
  },
} as const satisfies Record<
  string,
  { input: { type: string; title: string; [keyword: string]: unknown }; description: string }
>;

type Schemas = typeof detailSchemas;

export type DetailName = keyof Schemas;

/** The details of a movement. Each is absent if the request had none. */
export type MovementDetails = { [N in DetailName]?: FromSchema<Schemas[N]['input']> };

/** How Florin keeps a detail. These rows are apart from the schemas, so that no bundle contains the descriptions. */
export interface DetailRow {
  /** The name of the detail in a stored entry of the trail: one letter that no other field has. */
  letter: string;
  /** The kinds of movement that can have the detail. Other movements ignore it. */
  kinds: readonly MovementKind[];
  /** The stored text for each value; absent if Florin stores the value itself. */
  codes?: Readonly<Record<string, string>>;
}

export const detailRows = {
  reason: {
    letter: 'q',
    kinds: ['refund'],
    codes: { requested_by_customer: 'c', duplicate: 'd', fraudulent: 'f', other: 'o' },
  },
  reference: { letter: 'k', kinds: ['increment', 'capture', 'refund', 'void'] },
} as const satisfies Record<DetailName, DetailRow>;

type NamesFor<K extends MovementKind> = {
  [N in DetailName]: K extends (typeof detailRows)[N]['kinds'][number] ? N : never;
}[DetailName];

/** The properties of a request for a movement of this kind. */
export const detailInputs = <K extends MovementKind>(kind: K) =>
  Object.fromEntries(
    Object.entries(detailSchemas)
      .filter(([name]) => (detailRows[name as DetailName].kinds as readonly MovementKind[]).includes(kind))
      .map(([name, { input }]) => [name, input]),
  ) as { [N in NamesFor<K>]: Schemas[N]['input'] };

/** The properties of an answer. This is a function because a bundle keeps every call at the top level. */
export const detailAnswers = () =>
  Object.fromEntries(
    Object.entries(detailSchemas).map(([name, { input, description }]) => {
      const { title, ...schema } = input;
      return [name, { ...schema, description }];
    }),
  ) as { [N in DetailName]: Omit<Schemas[N]['input'], 'title'> & { description: string } };
