/**
 * With so many views of the page in a minute, the functions for payments are in use, and need not be started in
 * advance.
 */
const many = 10;
const minute = 60_000;

const views: number[] = [];

/**
 * Counts a view of the page in this instance of the function.
 *
 * @param now milliseconds since 1970
 * @returns whether fewer than ten views have come within a minute
 */
export function isQuietAfterView(now = Date.now()): boolean {
  const earlier = views.length < many ? undefined : views.shift();
  views.push(now);
  return earlier === undefined || now - earlier > minute;
}
