/** The name of a template as it is stored: two spellings that look the same are one name. */
export const templateName = (name: string): string => name.normalize('NFC').trim().replace(/\s+/g, ' ');
