import type { Assembly } from '../build/assembly-cache.ts';
import type { Api } from './gateway/api.ts';
import type { Logged } from './gateway/server.ts';
import type { Template } from './template.ts';
import type { Triggered } from './triggers/triggers.ts';
import type { Place } from './welcome.ts';

export interface StartOptions {
  /** The port of the merchants' API; 0 takes any free port. */
  port?: number;
  /** The port of the checkout API; 0 takes any free port. */
  posPort?: number;
  /** The port of the console; 0 takes any free port. */
  consolePort?: number;
  /** The port of the stand-in for AWS; 0 takes any free port. */
  awsPort?: number;
  /** Keeps the data in memory, and deletes it at the end. */
  memory?: boolean;
  /** The folder of the repository, with `.florin/` and `node_modules/`. */
  root?: string;
  /** The endpoint of a DynamoDB engine that is running already. */
  dynamodbEndpoint?: string;
  /** The seed of the model of AWS's DynamoDB. If it is set, the model stands between the functions and the engine. */
  model?: string;
  /** Whether API Gateway's throttling applies. */
  throttle?: boolean;
  /** The vault's key: 32 bytes in Base64. By default the key that is kept with the data, or a new one without kept data. */
  sealKey?: string;
  /** `user:password` of the hello-world service. A deployed stack has a secret instead. */
  helloCredentials?: string;
  /** Whether errors of the hello-world service show their stack trace. */
  stackTraces?: boolean;
  /** Whether roles are enforced. Each request to the engine then takes one more hop. */
  roles?: boolean;
  /** Whether streams, queues and schedules run functions. */
  triggers?: boolean;
  /** Whether tables have streams. The engine then keeps a record of each write. */
  streams?: boolean;
  /** The visibility timeout of the queues in seconds, in place of the template's. */
  visibilitySeconds?: number;
  /** The time limit, in seconds, of functions that a client waits for. */
  requestSeconds?: number;
  /** The most functions that run at the same time. */
  concurrency?: number;
  /** The time at which Florin's clock starts, unless the kept data is later: a step from this machine's time, or an instant. */
  clock?: string;
  /** Whether calls wait for the cold starts of functions, as in Lambda. */
  cold?: boolean;
  /** Whether functions run their new code after their sources have changed. */
  watch?: boolean;
  /** Receives a line for each step of the start that takes long. */
  progress?(text: string): void;
  /** Synthesizes the stack to run; by default that of `lib/stack/stack.ts`. */
  synth?(directory: string): Promise<Synthesized> | Synthesized;
  /** Imports a function's code by its URL. */
  load?(url: string): Promise<unknown>;
  /** The links of the page that a browser gets at the root of the API. */
  welcome?(running: Running): Place[];
  log?(entry: Logged): void;
  /** Receives a line for each event that is not a request, such as a run of a job. */
  note?(text: string): void;
  report?(error: unknown): void;
  /** Called when the database ends by itself; nothing works from then on. */
  onFailure?(error: Error): void;
}

/** The stack to run, with the template as the runner reads it. */
export interface Synthesized extends Assembly {
  template: Template;
}

export interface Running {
  baseUrl: string;
  posUrl: string;
  consoleUrl: string;
  /** The endpoint of the DynamoDB engine. */
  dynamodb: string;
  /** The endpoint that stands in for AWS: SQS, SES and Lambda's invocations. */
  aws: string;
  /** The folder that e-mail is written to. */
  mail: string;
  apis: { base: Api; pos: Api; console: Api };
  triggered: Triggered[];
  stop(): Promise<void>;
}
