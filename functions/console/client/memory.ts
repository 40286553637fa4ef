/**
 * Remembers choices in this browser: language, colours, the last merchant. None is a secret. A browser that forbids
 * storage forgets them.
 */
export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`florin.${name}`, value);
  } catch {
    // The choice holds until the page is closed.
  }
}

export function kept(name: string): string | null {
  try {
    return localStorage.getItem(`florin.${name}`);
  } catch {
    return null;
  }
}
