/** The programs in which Visa (`vamp`) and Mastercard watch the disputes and fraud of merchants. */
export const ratioPrograms = ['vamp', 'ecm', 'hecm', 'efm'] as const;
