/** Ends this process with a message. */
export function fail(message: string): never {
  console.error(`Florin: ${message}`);
  process.exit(1);
}
