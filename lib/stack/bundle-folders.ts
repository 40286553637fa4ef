/** The folder of an entry's bundle. */
export type Folders = (entry: string) => string;
