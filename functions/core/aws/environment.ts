/**
 * A variable that the function cannot do without, from its environment.
 *
 * @throws that names it, where it is not set: at the deployment's first call, and not where it is first needed
 */
export function requireVariable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set`);
  return value;
}
