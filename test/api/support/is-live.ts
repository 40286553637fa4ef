/** True if the tests create live merchants (`npm run test:live`). */
export const isLive = process.env.FLORIN_LIVE === 'yes';
