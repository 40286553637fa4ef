import { methods, type StripeMethod } from '../../../functions/core/acquirer/stripe/methods.ts';
import { testCuts } from '../support/cuts.ts';

testCuts('payment', methods.find(({ type }) => type === 'mobilepay') as StripeMethod);
