/** A text for the bank statement, as far as a statement can carry it. */
export function descriptorOf(text: string | undefined): string | undefined {
  const short = text?.slice(0, 22);
  return short && /^[ -~]{2,22}$/.test(short) ? short : undefined;
}
