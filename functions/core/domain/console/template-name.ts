/** The name of a template as it is stored. */
export const templateName = (name: string): string => name.normalize('NFC').trim().replace(/\s+/g, ' ');

/**
 * The name of a template without invisible characters, to compare names. Names that look the same are the same name, so
 * that nobody takes a template for another one. The stored name keeps these characters, as emoji and some scripts need them.
 */
export const comparedName = (name: string): string =>
  templateName(name.replace(/\p{Default_Ignorable_Code_Point}/gu, ''));
