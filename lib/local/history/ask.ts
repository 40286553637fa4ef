/**
 * Posts to a Florin that makes a sample.
 *
 * @param appKey the API key of an app
 * @param expected statuses of refusals that the sample has, such as a declined payment
 * @throws Error that says which request was refused
 */
export async function ask(
  url: string,
  body: object,
  appKey?: string,
  expected: readonly number[] = [],
): Promise<Json> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-version': '1',
      ...(appKey !== undefined && authorizationOf(appKey)),
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok && !expected.includes(answer.status))
    throw new Error(`No sample merchant: ${new URL(url).pathname} answers ${answer.status}`);
  return answer.json();
}

// biome-ignore lint/suspicious/noExplicitAny: what the API answers
type Json = any;

export const authorizationOf = (appKey: string) => ({
  authorization: `Basic ${Buffer.from(`:${appKey}`).toString('base64')}`,
});
