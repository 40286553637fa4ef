import type { Books } from '../../stripe/stand-in/books.ts';

/** The EUR data of a live merchant that Florin shows. The merchant's account at the acquirer has no other payments. */
interface ShownBooks {
  transactions: readonly {
    successful: boolean;
    amount: number;
    capturedAmount: number;
    refundedAmount: number;
    pendingAmount: number;
    voidedAmount: number;
    operation?: object;
  }[];
  lines: readonly { balance: number }[];
  balance: number;
}

/** Returns the values that must equal the acquirer's books. */
export function comparableBooks({ transactions, lines, balance }: ShownBooks, books: Books) {
  const paid = transactions.filter(({ successful }) => successful);
  const sum = (field: 'capturedAmount' | 'refundedAmount' | 'pendingAmount') =>
    paid.reduce((total, each) => total + each[field], 0);
  const held = books.intents.filter(({ status }) => status === 'requires_capture' || status === 'succeeded');
  return {
    ours: {
      captured: sum('capturedAmount'),
      refunded: sum('refundedAmount'),
      pending: sum('pendingAmount'),
      operations: transactions.filter(({ operation }) => operation).length,
      payments: paid.filter(({ amount, voidedAmount }) => voidedAmount < amount).length,
      lines: lines.reduce((total, line) => total + line.balance, 0),
      balance,
    },
    theirs: {
      captured: books.captured.EUR ?? 0,
      refunded: books.refunded.EUR ?? 0,
      pending: books.capturable.EUR ?? 0,
      operations: 0,
      payments: held.length,
      lines: books.balance,
      balance: books.balance,
    },
  };
}
