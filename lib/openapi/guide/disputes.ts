export const disputes = `
## The life of a transaction

\`pendingAmount + capturedAmount + voidedAmount = amount\`, and \`refundedAmount ≤ capturedAmount\`, hold for every
successful transaction. Pending money can be captured or voided, captured money refunded; refunded and voided money is
done with. A failed transaction has \`successful: false\`, its \`error\`, and nothing pending.

The \`trail\` has an entry for each capture, refund, void and dispute that has ended, oldest first. Its \`lineId\` names the
line in the ledger, where money moved.

**Disputes** come from the card schemes, through the acquirer. An open one raises \`disputedAmount\`, and no money moves
yet. When it ends, a trail entry says how: **won** lowers \`disputedAmount\` again; **lost** leaves it as it is, and the
amount and the dispute fee (\`pricing.dispute\`) leave the balance through a line. Disputed money cannot be refunded while
the dispute is open, or after it is lost.

**Payouts.** A merchant with an IBAN and a balance above a minimum is paid out once a day, with at most 2^53 − 1 minor
units: a line with \`payout: true\` and a negative \`balance\`. Test merchants are, too, where the stage says so.
`;
