/**
 * Stores choices in this browser: language, colours, the last merchant. They are not secret. A browser without storage
 * loses them with the page.
 */
export function storeChoice(name: string, value: string): void {
  try {
    localStorage.setItem(`florin.${name}`, value);
  } catch {
    // The choice is in effect until the page is closed.
  }
}

export function storedChoice(name: string): string | null {
  try {
    return localStorage.getItem(`florin.${name}`);
  } catch {
    return null;
  }
}
