import type { Tool } from '../tool.ts';
import { docs } from './docs.ts';
import { money } from './money.ts';
import { payments } from './payments.ts';
import { testData } from './test-data.ts';
import { webhooks } from './webhooks.ts';
import { writeTools } from './writes.ts';

/** Every tool. */
export const tools: readonly Tool[] = [
  ...payments,
  ...money,
  ...webhooks,
  ...docs,
  ...testData,
  ...writeTools,
];
