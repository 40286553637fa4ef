import { requireVariable } from './environment.ts';

/** The address of the customer's side; on this machine it is another one than the template says. */
export const posUrl = process.env.LOCAL_POS_URL || requireVariable('POS_URL');
