/**
 * The values of a form for Stripe. Objects are printed with nested brackets, lists with numbers, and undefined values
 * are left out.
 */
export type Form = { [name: string]: FormValue };
type FormValue = string | number | boolean | undefined | readonly string[] | Form;

/** A body as Stripe reads it, `metadata[florin]=…&expand[0]=…` (https://docs.stripe.com/api/request_ids). */
export function formOf(form: Form): URLSearchParams {
  const encoded = new URLSearchParams();
  const add = (name: string, value: FormValue) => {
    if (value === undefined) return;
    if (typeof value !== 'object') encoded.append(name, String(value));
    else for (const [key, inner] of Object.entries(value)) add(`${name}[${key}]`, inner);
  };
  for (const [name, value] of Object.entries(form)) add(name, value);
  return encoded;
}
