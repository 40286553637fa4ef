import type { Tag } from './operation.ts';

const descriptions: Record<Tag, string> = {
  Apps: 'Who calls: machine identities, each with an API key.',
  Merchants: 'Accounts with a funding currency, which hold all transactions.',
  Members: 'The users and apps that have complete access to a merchant.',
  Lines: "The ledger of a merchant's balance.",
  Transactions: 'Authorizations, and their captures, refunds and voids.',
  Cards: 'Deprecated, but complete.',
  'Disputes and fraud alerts': 'What the card schemes report.',
  'Payment links': 'Made by your server: a page to pay on that its customer cannot change.',
  Webhooks: 'What happens, posted to your server; see `docs/webhooks.md`.',
  "Customer's side": 'At `{pos_url}`: called from browsers and apps on any site.',
  Acquirers: 'What those who hold the money report.',
  'Payment page': 'At `{pos_url}`, for people.',
  'Hello-world': 'A small REST service, under `/api`, in JSON and XML.',
  Documentation: 'What you are reading.',
};

export const tags = Object.entries(descriptions).map(([name, description]) => ({ name, description }));
