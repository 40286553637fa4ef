import type { Fault } from '#domain/outcome.ts';
import { sanitizeText } from '#html/text.ts';

/** Refuses a name of which nothing can be seen, since nobody could recognize it in a list. */
export const nameFaults = ({ name }: { name?: string }): Fault[] =>
  name === undefined || sanitizeText(name)
    ? []
    : [{ field: 'name', message: 'Must have a character that can be seen' }];
