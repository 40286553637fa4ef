import {
  type DetailName,
  type DetailRow,
  detailRows,
  type MovementDetails,
  type MovementKind,
} from '#schemas/movement-details.ts';

export type { MovementDetails };

export const storedDetails = Object.entries(detailRows) as [DetailName, DetailRow][];

/**
 * Returns the details alone, without the other fields of the argument.
 *
 * @param kind of the movement; leaves out the details that this kind cannot have
 */
export const detailsOf = (from: MovementDetails, kind?: MovementKind): MovementDetails =>
  Object.fromEntries(
    storedDetails.map(([name, { kinds }]) => [name, !kind || kinds.includes(kind) ? from[name] : undefined]),
  );

/** The cells of a line in a file, by their columns. The names differ from those of the line's own fields. */
export const detailCells = ({
  details = {},
}: {
  details?: MovementDetails;
}): [column: string, cell?: string][] => storedDetails.map(([name]) => [`movement_${name}`, details[name]]);
