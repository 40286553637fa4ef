import type { Tag } from '../../schemas/route/row.ts';

const descriptions: Record<Tag, string> = {
  Apps: 'The machine identities of your servers, each with an API key.',
  Merchants: 'Accounts with a funding currency, which hold all transactions.',
  Members: 'The apps that have access to a merchant, with their limits, and its users with their roles.',
  Lines: "The ledger of a merchant's balance.",
  Transactions: 'Authorizations, and their captures, refunds and voids.',
  Cards: 'Saved cards that programs of the original acquirer use; deprecated.',
  'Disputes and fraud alerts': 'Reports of the card schemes.',
  'Payment links': 'Payment pages that your server makes, and that customers cannot change.',
  Webhooks: 'Events that Florin posts to your server; see `docs/webhooks.md`.',
  'Checkout API': 'At `{pos_url}`: called from browsers and apps on any site.',
  Acquirers: 'Reports of the acquirers that hold the money.',
  'Payment page': 'At `{pos_url}`, for people.',
  'Hello-world': 'A small REST service, under `/api`, in JSON and XML.',
  Documentation: 'This documentation.',
};

export const tags = Object.entries(descriptions).map(([name, description]) => ({ name, description }));
