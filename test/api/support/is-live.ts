/** True if the tests create live merchants (`.ci/run live`). */
export const isLive = process.env.FLORIN_LIVE === 'yes';
