/** The address of the customer's side; on this machine it is another one than the template says. */
export const posUrl = (): string => process.env.LOCAL_POS_URL ?? process.env.POS_URL ?? '';
