/** A file that browsers load, made at build time by `lib/build/assets.ts`. */
declare module 'asset:*' {
  /** The file's name, which contains a hash of the content: `page-0a1b2c3d.js`. */
  export const name: string;
  export const type: string;
  export const body: string;
}

/** A script that loads a part of itself later, made at build time by `lib/build/modules.ts`. */
declare module 'modules:*' {
  /** The file's name, which contains a hash of the content. */
  export const name: string;
  /** The names of the modules that the script needs at once. */
  export const beside: string[];
  /** The names of the modules that it loads later. */
  export const later: string[];
  /** The text of each module, by its name. */
  export const bodies: Record<string, string>;
}

/** The routes, made at build time by `lib/build/route-methods.ts`. */
declare module 'routes:methods' {
  /** The methods of each path of an API. A path is as API Gateway writes it: `/merchants/{merchantId}`. */
  export const methods: Record<'base' | 'pos' | 'console', Partial<Record<string, string[]>>>;
}
