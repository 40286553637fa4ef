import type { Ratio } from '#domain/disputes/ratios.ts';
import type { RatioMonth } from '#store/disputes/ratios.ts';

// DynamoDB does not keep the order of a map's fields, so this fixes the order.

export const presentRatio = (ratio: Ratio) => ({
  month: ratio.month,
  program: ratio.program,
  scheme: ratio.scheme,
  incidents: ratio.incidents,
  amount: ratio.amount ?? null,
  payments: ratio.payments,
  basisPoints: ratio.basisPoints ?? null,
  threshold: { basisPoints: ratio.threshold.basisPoints, least: ratio.threshold.least },
  level: ratio.level,
});

export const presentRatioMonth = ({ month, through, payments, ratios = [] }: RatioMonth) => ({
  month,
  through: new Date(through).toISOString(),
  payments: { visa: payments.visa ?? 0, mastercard: payments.mastercard ?? 0 },
  ratios: ratios.map(presentRatio),
});
