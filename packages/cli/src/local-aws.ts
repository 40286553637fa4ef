import { ConnectionError } from '../../florin/src/index.ts';

export const awsPortOf = (env: NodeJS.ProcessEnv): number => Number(env.AWS_PORT || 3003);

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
