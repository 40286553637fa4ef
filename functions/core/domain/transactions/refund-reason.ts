/** The reasons that a merchant can give for a refund, in the order in which the console shows them. */
export const refundReasons = ['requested_by_customer', 'duplicate', 'fraudulent', 'other'] as const;

export type RefundReason = (typeof refundReasons)[number];
