/** A request's validator and schema, made at build time by `lib/build/validators.ts`. */
declare module 'validator:*' {
  import type { Validator } from '../../functions/core/http/body/validate.ts';

  const validator: Pick<Validator, 'validate' | 'schema'>;
  export default validator;
}
