/** The part of an event that API Gateway takes from its stage. No client can set it. */
interface Event {
  stageVariables: Record<string, string | undefined> | null;
}

/**
 * The address of the console, from the variables of its API Gateway stage. It decides which site passkeys belong to,
 * so it must not come from the `Host` header.
 */
export function ownUrl({ stageVariables }: Event): string {
  const url = stageVariables?.consoleUrl;
  if (!url) throw new Error('The stage variable consoleUrl is not set');
  return url;
}
