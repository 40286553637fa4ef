/** A request's validator and schema, made at build time by `lib/build/validators.ts`. */
declare module 'validator:*' {
  import type { ErrorObject } from 'ajv';

  const validator: {
    validate: ((data: unknown) => boolean) & { errors?: ErrorObject[] | null };
    schema: object;
  };
  export default validator;
}
