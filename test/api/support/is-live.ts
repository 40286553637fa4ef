/** Whether merchants are live ones: the same tests for real money (`npm run test:live`). */
export const isLive = process.env.FLORIN_LIVE === 'yes';
