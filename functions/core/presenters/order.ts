import type { OrderSummary } from '#domain/transactions/order-data.ts';

/** The field `order` of a payment, a line or a dispute. It is absent if nothing is known of the order. */
export const presentOrder = (order: OrderSummary | undefined) =>
  order
    ? {
        order: {
          reference: order.reference ?? null,
          customer: order.customer ?? null,
          description: order.description ?? null,
        },
      }
    : {};
