/** The name of a template as it is stored. Spellings that look the same are the same name. */
export const templateName = (name: string): string => name.normalize('NFC').trim().replace(/\s+/g, ' ');
