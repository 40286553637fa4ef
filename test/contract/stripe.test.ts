import { foreignAnswers } from './answers.ts';
import { contractOf } from './contract.ts';
import { keepFirst } from './keep.ts';
import { oneEffect } from './one-effect.ts';
import { stripeFacts } from './stripe/facts.ts';
import { startStripe } from './stripe/world.ts';
import { words } from './words.ts';

const contract = contractOf(startStripe, stripeFacts);

oneEffect(contract);
keepFirst(contract);
foreignAnswers(contract);
words(contract);
