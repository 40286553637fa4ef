/** The credentials that the reader has entered. They are in memory only: a reload forgets them. */
export const credentials = { key: '', user: '', password: '' };
