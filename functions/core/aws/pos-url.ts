import { requireVariable } from './environment.ts';

/** The URL of the checkout API. The local runner overrides the one from the template. */
export const posUrl = process.env.LOCAL_POS_URL || requireVariable('POS_URL');
