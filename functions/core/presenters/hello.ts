import type { HelloWorld } from '#store/hello.ts';

/** Returns the object as the API shows it. */
export const present = ({ id, name }: HelloWorld): HelloWorld => ({ id, name });
