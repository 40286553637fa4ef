import type { Reach } from '#domain/webhooks/webhook.ts';

/** In AWS there is no such variable, and no setting of a stage that makes one: only the local runner reaches itself. */
export const reach: Reach = process.env.WEBHOOK_REACH === 'any' ? 'any' : 'public';
