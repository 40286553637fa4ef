import type { HelloWorld } from '#store/hello.ts';

/** As the API shows it. */
export const present = ({ id, name }: HelloWorld): HelloWorld => ({ id, name });
