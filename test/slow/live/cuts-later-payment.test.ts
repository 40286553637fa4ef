import { testCuts } from '../support/cuts.ts';

testCuts('later payment');
