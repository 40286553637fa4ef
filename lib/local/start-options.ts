import type { Api } from './gateway/api.ts';
import type { Logged } from './gateway/server.ts';
import type { Template } from './template.ts';
import type { Triggered } from './triggers/triggers.ts';
import type { Place } from './welcome.ts';

export interface StartOptions {
  /** Port of the merchants' API; 0 for any free one. */
  port?: number;
  /** Port of the customer's side; 0 for any free one. */
  posPort?: number;
  /** Port of what stands in for AWS; 0 for any free one. */
  awsPort?: number;
  /** A throwaway database. */
  memory?: boolean;
  /** The repository: `.florin/` and `node_modules/` are in it. */
  root?: string;
  /** A DynamoDB engine that is running already. */
  dynamodbEndpoint?: string;
  /** The seed of a model of AWS's DynamoDB between the functions and the engine; without one there is none. */
  model?: string;
  /** Whether API Gateway's throttling applies. */
  throttle?: boolean;
  /** Base64 of the 32 bytes that the vault seals with. Unless given it is kept with the data, or made for this start. */
  sealKey?: string;
  /** `user:password` of the hello-world service, in place of the secret that a deployed stack has. */
  helloCredentials?: string;
  /** Whether the hello-world service shows why it failed. */
  stackTraces?: boolean;
  /** Whether functions may do what their roles let them, and no more: a hop for each request to the engine. */
  roles?: boolean;
  /** Whether streams and queues run functions at all. */
  triggers?: boolean;
  /** Whether tables have their streams: the engine then keeps a record of each write. */
  streams?: boolean;
  /** How long a queue hides what was received, in place of what the template says. */
  visibilitySeconds?: number;
  /** The most time that a function has whose client waits for it, in seconds. */
  requestSeconds?: number;
  /** The stack to run; synthesized from `lib/stack/stack.ts` unless given. */
  synth?(directory: string): Promise<Synthesized> | Synthesized;
  /** Imports a function's code by its URL. */
  load?(url: string): Promise<unknown>;
  /** Where to go, for a browser that opens the root of the API. */
  welcome?(running: Running): Place[];
  log?(entry: Logged): void;
  /** Told what happens beside requests. */
  note?(text: string): void;
  report?(error: unknown): void;
  /** Called when the database ends by itself; nothing works from then on. */
  onFailure?(error: Error): void;
}

export interface Synthesized {
  template: Template;
  directory: string;
}

export interface Running {
  baseUrl: string;
  posUrl: string;
  /** The endpoint of the DynamoDB engine. */
  dynamodb: string;
  /** The endpoint that stands in for AWS: SQS, SES and Lambda's invocations. */
  aws: string;
  /** The folder that e-mail is written to. */
  mail: string;
  apis: { base: Api; pos: Api };
  triggered: Triggered[];
  stop(): Promise<void>;
}
