/**
 * The version of the shape in which this release writes items. Raise it together with a backfill that gives items of
 * earlier releases this shape (docs/adr/0045-versions-of-stored-items.md).
 *
 * 2: transactions with pending money are in the index `pending`, and memberships of users in the index `list`. 3: the
 * table contains the terms by which a search finds payments (docs/adr/0043-search.md). 4: among these terms are the references and
 * addresses that shop plugins keep elsewhere in `custom` (`orderDataOf`). 5: a reference is under its number, and a
 * name is a term, so that a part finds them. 6: payments, their lines and their disputes have `order`, which the search finds, too.
 */
export const shapeVersion = 6;

/**
 * The least shape version that a release must know to read a table whose backfills are done. Raise it if earlier
 * releases would misread items of the new shape.
 */
export const leastReader = 1;
