import { foreignAnswers } from './answers.ts';
import { contractOf } from './contract.ts';
import { oneEffect } from './one-effect.ts';
import { stripeFacts } from './stripe/facts.ts';
import { startStripe } from './stripe/world.ts';

const contract = contractOf(startStripe, stripeFacts);
for (const section of [oneEffect, foreignAnswers]) section(contract);
