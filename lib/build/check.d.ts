/** A request's validator and schema, made at build time by `lib/build/validators.ts`. */
declare module 'check:*' {
  import type { ErrorObject } from 'ajv';

  const check: {
    validate: ((data: unknown) => boolean) & { errors?: ErrorObject[] | null };
    schema: object;
  };
  export default check;
}
