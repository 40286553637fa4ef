/** Fails when the signal comes, for a race with what may not come. */
export function aborted(signal: AbortSignal): Promise<never> {
  const end = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  // The race may be over by then.
  end.catch(() => {});
  return end;
}
