/**
 * Reads from an operator's command who decides about a merchant's books, and why.
 *
 * @throws if the name or the reason is missing or too long
 */
export const operatorNoteIn = ({ by, note }: { by?: unknown; note?: unknown }) => ({
  by: textOf('by', by, 100),
  note: textOf('note', note, 1000),
});

function textOf(name: string, value: unknown, most: number): string {
  if (typeof value === 'string' && value.trim() && value.length <= most) return value.trim();
  throw new Error(`\`${name}\` must be text of 1 to ${most} characters: it is kept for ever`);
}
