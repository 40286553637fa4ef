import { methods as methodsOfStripe } from '../stripe/methods.ts';

/** The methods of test mode: those that the acquirers of real money have, with the same rules. */
export const methods = methodsOfStripe;
