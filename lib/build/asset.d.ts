/** A file that browsers load, made at build time by `lib/build/assets.ts`. */
declare module 'asset:*' {
  /** The file's name, which contains a hash of the content: `page-0a1b2c3d.js`. */
  export const name: string;
  export const type: string;
  export const body: string;
}
