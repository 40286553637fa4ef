/**
 * Returns an environment variable that the function needs.
 *
 * @throws an error that names a missing variable. Call it at module level, so that a wrong deployment fails at once,
 *   and not only when the variable is first used.
 */
export function requireVariable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set`);
  return value;
}
