import { aws } from './aws.ts';

/** Has an operator connect a merchant with an account of its own at the stand-in for the acquirer. */
export async function connectWithAcquirer(merchantId: string, url?: string): Promise<string> {
  const account = `acct_${merchantId}`;
  const { error, body } = await aws(url).invoke('EnableMerchant', {
    merchantId,
    acquirer: 'stripe',
    account,
  });
  if (error) throw new Error(JSON.stringify(body));
  return account;
}
