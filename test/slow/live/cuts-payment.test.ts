import { testCuts } from '../support/cuts.ts';

testCuts('payment');
