/** The reasons that a merchant can give for a refund. The order is that of the console. */
export const refundReasons = ['requested_by_customer', 'duplicate', 'fraudulent', 'other'] as const;

export type RefundReason = (typeof refundReasons)[number];
