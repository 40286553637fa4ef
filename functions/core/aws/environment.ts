import { isDecimal } from '#basics/decimal.ts';

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

/**
 * Returns an environment variable that is a number from 0 on.
 *
 * @param fallback the number if the variable is not set; without it the function needs the variable
 * @throws an error that names a variable with another value. An empty one is an error, not 0 and not the fallback: a limit of 0
 * may mean that there is none
 */
export function numberVariable(name: string, fallback?: number): number {
  const text = process.env[name];
  if (text === undefined && fallback !== undefined) return fallback;
  if (text === undefined || !isDecimal(text)) throw new Error(`${name} must be a number; got "${text}"`);
  return Number(text);
}
