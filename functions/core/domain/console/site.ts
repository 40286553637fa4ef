/** The site that passkeys belong to. */
export interface Site {
  origin: string;
  /** The RP ID, which is the name of the host. */
  host: string;
}

export const siteOf = (url: string): Site => {
  const { origin, hostname } = new URL(url);
  return { origin, host: hostname };
};
