/**
 * Returns an environment variable that the function needs.
 *
 * @throws an error that names a missing variable. Call this function at module level, so that a function with a
 * missing variable fails when it starts.
 */
export function requireVariable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set`);
  return value;
}
