/** Authenticates requests. The secret is not a property of any object. */
export interface Authentication {
  /** The header `Authorization` of a request. */
  header(method: string, url: URL): Promise<string | undefined>;
  /**
   * Reads the challenge of a 401.
   *
   * @param wasSigned whether the request had the header `Authorization`
   * @returns whether the same request can succeed now
   */
  accepts?(headers: Headers, wasSigned: boolean): boolean;
  /** Removes the secret from a text that a server has sent. */
  hide(text: string): string;
}

/** HTTP Basic. With an API key the user name is empty. */
export function basic(username: string, password: string): Authentication {
  const token = base64(`${username}:${password}`);
  return {
    header: async () => `Basic ${token}`,
    hide: (text) => hidden(text, password, token),
  };
}

export const hidden = (text: string, ...secrets: readonly string[]): string =>
  secrets.reduce((shown, secret) => (secret === '' ? shown : shown.replaceAll(secret, '[secret]')), text);

const base64 = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
