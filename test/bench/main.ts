import { benchCaptures } from './captures.ts';
import { benchLoad } from './load.ts';

/**
 * `npm run bench`: bounded in count and time, on this machine alone. Its figures are ratios to a reference measured
 * in the same run: how fast a machine is, and what else it does, is in both.
 */
await benchCaptures();
await benchLoad();
