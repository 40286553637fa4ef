import { ConnectionError } from '../../florin/src/index.ts';
import { UsageError } from './failures.ts';

/** The port of the stand-in for AWS. @throws UsageError if the variable is malformed */
export function awsPortOf({ AWS_PORT }: NodeJS.ProcessEnv): number {
  const port = Number(AWS_PORT || 3003);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new UsageError(`AWS_PORT must be a port from 1 to 65535, for example 3003; got "${AWS_PORT}".`);
}

/**
 * Sends a request to the stand-in for AWS of `npm start`.
 *
 * @throws ConnectionError if nobody answers
 */
export async function askLocalAws(port: number, path: string, init: RequestInit): Promise<Response> {
  const url = `http://127.0.0.1:${port}${path}`;
  return fetch(url, { method: 'POST', ...init }).catch((cause) => {
    throw new ConnectionError(`No Florin answers at ${url}`, 'NO_LOCAL_FLORIN', { cause });
  });
}
