import { aws } from './aws.ts';

/** Has an operator connect a merchant with an account of its own at the stand-in for the acquirer. */
export async function connectWithAcquirer(merchantId: string, url?: string, settings = {}): Promise<string> {
  const account = `acct_${merchantId}`;
  await operate({ merchantId, account, ...settings }, url);
  return account;
}

/** Has an operator take that back. @returns what is said of it */
export const disableAtAcquirer = (merchantId: string, url?: string, account?: string): Promise<object> =>
  operate({ merchantId, account, enabled: false }, url);

async function operate(asked: object, url?: string): Promise<object> {
  const { error, body } = await aws(url).invoke('EnableMerchant', { acquirer: 'stripe', ...asked });
  if (error) throw new Error(JSON.stringify(body));
  return body;
}
