import { testCuts } from '../support/cuts.ts';

testCuts('increment');
