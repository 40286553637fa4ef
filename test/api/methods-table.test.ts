import { methodsTable, oneOfEach } from './support/methods-table.ts';
import { world } from './support/world.ts';

const here = world();
methodsTable(oneOfEach, () => here);
