import { aws } from './aws.ts';

/** Connects a merchant with its own account at the stand-in for the acquirer, as an operator does. */
export async function connectWithAcquirer(merchantId: string, url?: string, settings = {}): Promise<string> {
  const account = `acct_${merchantId}`;
  await operate({ merchantId, account, ...settings }, url);
  return account;
}

/** Disconnects the merchant from the acquirer, as an operator does. @returns the answer to the operator */
export const disableAtAcquirer = (merchantId: string, url?: string, account?: string): Promise<object> =>
  operate({ merchantId, account, enabled: false }, url);

async function operate(asked: object, url?: string): Promise<object> {
  const { error, body } = await aws(url).invoke('EnableMerchant', { acquirer: 'stripe', ...asked });
  if (error) throw new Error(JSON.stringify(body));
  return body;
}
