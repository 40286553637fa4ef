import type { Reach } from '#domain/webhooks/endpoint-url.ts';

/**
 * The kind of addresses that Florin posts to. Only the local runner sets this variable, to reach endpoints on its own
 * machine. No setting of a stage can set the variable.
 */
export const reach: Reach = process.env.WEBHOOK_REACH === 'any' ? 'any' : 'public';
