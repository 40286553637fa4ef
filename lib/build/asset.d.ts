/** A file that browsers load, made at build time by `lib/build/assets.ts`. */
declare module 'asset:*' {
  /** With the hash of the content in it: `page-0a1b2c3d.js`. */
  export const name: string;
  export const type: string;
  export const body: string;
}
