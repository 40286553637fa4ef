export type * from './api.generated.ts';
export { type Client, type ClientSettings, createClient } from './client.ts';
export { type CustomerSettings, createCustomerClient } from './customer.ts';
export {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  DeclinedError,
  FlorinError,
  ForbiddenError,
  InvalidRequestError,
  KeyReusedError,
  NotFoundError,
  OperationOpenError,
  ServerError,
  ThrottledError,
  WebhookError,
} from './errors.ts';
export { createHelloClient, type HelloSettings } from './hello.ts';
export type { List } from './list.ts';
export type { AnsweredInfo, Options, SentInfo, Settings, WriteOptions } from './options.ts';
export { type SignedEvent, signWebhook, type VerifyOptions, verifyWebhook } from './webhooks.ts';
