/** A later payment needs one of these fields, which names the object that the card comes from. */
export const paymentSources = ['transactionId', 'authorizationId', 'cardId'] as const;
