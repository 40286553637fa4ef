/**
 * Returns a promise that rejects when the signal aborts. It is for a race with a promise that may stay pending for
 * ever.
 */
export function rejectOnAbort(signal: AbortSignal): Promise<never> {
  const end = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  // Handles the rejection if the race is over by then, as an unhandled rejection would end the process.
  end.catch(() => {});
  return end;
}
