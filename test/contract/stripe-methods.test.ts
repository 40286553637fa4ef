import { capabilities } from '../../functions/core/acquirer/stripe/capabilities.ts';
import { contractOf } from './contract.ts';
import { withCore } from './core.ts';
import { methodEvents } from './method-events.ts';
import { methodsOf } from './methods.ts';
import { stripeFacts } from './stripe/facts.ts';
import { startStripe } from './stripe/world.ts';

const { methods = [] } = capabilities;
const contract = contractOf(startStripe, stripeFacts);
methodsOf(contract, methods);
methodEvents(contract, withCore(contract), methods);
