import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/** A module of the SDK that Florin does not need, and its replacement in the bundles. */
interface Replaced {
  /** The package, and the end of the module's path in it. */
  module: [pkg: string, path: string];
  contents: string;
}

/** Replaces a module whose class is never used by a class without methods. */
const unusedClass = (path: string): Replaced => ({
  module: ['@smithy', path],
  contents: `export class ${path.replace(/^.*\/|\.js$/g, '')} {}`,
});

const replaced: Replaced[] = [
  // SHA-256 in JavaScript (Node.js has its own), and headers of event streams.
  unusedClass('Sha256Js.js'),
  unusedClass('HeaderFormatter.js'),
  // The retries of the SDK. The store has its own (`functions/core/store/table/retry.ts`). Other middleware is placed
  // beside the one of this name.
  {
    module: ['@smithy/core', 'submodules/retry/index.js'],
    contents: `export const [Retry, DEFAULT_RETRY_MODE] = [{}, 'standard'];
      export const [NODE_MAX_ATTEMPT_CONFIG_OPTIONS, NODE_RETRY_MODE_CONFIG_OPTIONS] = [{}, {}];
      export const resolveRetryConfig = (config) => config;
      const retryMiddleware = { name: 'retryMiddleware', step: 'finalizeRequest', priority: 'high', override: true };
      export const getRetryPlugin = () => ({ applyToStack: (stack) => stack.add((next) => next, retryMiddleware) });`,
  },
  // Time limits and retries by the name of a mode. The store states its own.
  {
    module: ['@smithy/core', 'defaults-mode/resolveDefaultsModeConfig.js'],
    contents: `export const resolveDefaultsModeConfig = () => async () => 'legacy';`,
  },
  {
    module: ['@smithy/core', 'smithy-client/defaults-mode.js'],
    contents: 'export const loadConfigsForDefaultMode = () => ({});',
  },
  // Computes the parts of requests besides the body: paths, headers, and prefixes of hosts. DynamoDB's requests
  // have no such parts.
  {
    module: ['@smithy/core', 'HttpBindingNormalizedSchema.js'],
    contents: `export class HttpBindingNormalizedSchema {}
      export const getHttpOperationBindings = () => [];`,
  },
  // Hides secrets from a logger. The store's client has no logger.
  {
    module: ['@smithy/core', 'smithy-client/schemaLogFilter.js'],
    contents: `export const schemaLogFilter = () => '';`,
  },
  // Writes requests to a logger.
  {
    module: ['@aws-sdk/core', 'middleware-logger/loggerMiddleware.js'],
    contents: `export const [loggerMiddleware, loggerMiddlewareOptions] = [];
      export const getLoggerPlugin = () => ({ applyToStack() {} });`,
  },
  // Passes on the header with which AWS detects Lambda functions that call each other without end. A request to DynamoDB
  // calls no function.
  {
    module: ['@aws-sdk/core', 'recursionDetectionMiddleware.js'],
    contents: 'export const recursionDetectionMiddleware = () => (next) => (args) => next(args);',
  },
  // Names the SDK's version and features to AWS, for statistics. The store's client removes it. Its second part would
  // import `node:process`, and so open the standard streams while the function loads: 4 ms.
  {
    module: ['@aws-sdk/core', 'user-agent-middleware.js'],
    contents: `export const [userAgentMiddleware, getUserAgentMiddlewareOptions] = [];
      export const getUserAgentPlugin = () => ({ applyToStack() {} });`,
  },
  {
    module: ['@aws-sdk/core', 'util-user-agent-node/defaultUserAgent.js'],
    contents: `export const createDefaultUserAgentProvider = () => async () => [];
      export { createDefaultUserAgentProvider as defaultUserAgent };
      export const crtAvailability = {};`,
  },
  // Warns of versions of Node.js that later releases of the SDK will not support. Lambda has a later one.
  {
    module: ['@aws-sdk/core', 'emitWarningIfUnsupportedVersion.js'],
    contents: 'export const state = {}; export const emitWarningIfUnsupportedVersion = () => {};',
  },
  // Reads and writes times in answers and requests. Requests about items have no times.
  {
    module: ['@smithy/core', 'serde/date-utils.js'],
    contents: `export const [dateToUtcString, parseEpochTimestamp, parseRfc3339DateTime, parseRfc3339DateTimeWithOffset,
      parseRfc7231DateTime] = Array(5).fill(() => {
        throw new Error('No request about items has a time');
      });`,
  },
  // Text whose media type is JSON. DynamoDB's requests and answers have none.
  { module: ['@smithy/core', 'serde/lazy-json.js'], contents: 'export const LazyJsonString = {};' },
  // Asks a server of EC2 for its region. Lambda and `npm start` set `AWS_REGION`.
  {
    module: ['@smithy/core', 'getInstanceMetadataRegion.js'],
    contents: 'export const getInstanceMetadataRegion = async () => undefined;',
  },
  // Reads the files in `~/.aws`. Lambda has no such files, and under `npm start` they must not change how functions
  // reach the table.
  {
    module: ['@smithy/core', 'loadSharedConfigFiles.js'],
    contents: `export { CONFIG_PREFIX_SEPARATOR } from './constants';
      export const loadSharedConfigFiles = async () => ({ configFile: {}, credentialsFile: {} });`,
  },
  // Changes the endpoints of S3. No function calls S3.
  {
    module: ['@smithy/core', 'service-customizations/index.js'],
    contents: 'export const resolveParamsForS3 = async (params) => params;',
  },
  // Computes the endpoint from AWS's rules: for partitions, FIPS, IPv6 and endpoints of single accounts. Florin uses a
  // region's usual endpoint, as it does for other services (`functions/core/aws/call.ts`).
  {
    module: ['@aws-sdk/client-dynamodb', 'endpointResolver.js'],
    contents: `export const defaultEndpointResolver = ({ Endpoint, Region }) => ({
      url: new URL(Endpoint ?? 'https://dynamodb.' + Region + '.amazonaws.com'),
    });`,
  },
  // The functions that such rules call, with all partitions and regions of AWS.
  {
    module: ['@aws-sdk/core', 'util-endpoints/aws.js'],
    contents: 'export const awsEndpointFunctions = {};',
  },
  // Asks DynamoDB for other endpoints, if a variable says so.
  {
    module: ['@aws-sdk/middleware-endpoint-discovery', 'index.js'],
    contents: `export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {};
      export const resolveEndpointDiscoveryConfig = (config) => config;`,
  },
  {
    module: ['@aws-sdk/client-dynamodb', 'DescribeEndpointsCommand.js'],
    contents: 'export class DescribeEndpointsCommand {}',
  },
  // Loops over pages. The store has its own, which retry (`functions/core/store/table/list.ts`).
  { module: ['@aws-sdk/lib-dynamodb', 'pagination/index.js'], contents: 'export {};' },
];

/** Matches the module's path on every operating system. */
const filterOf = ({ module: [pkg, path] }: Replaced) =>
  new RegExp(`/${pkg}/.*${path.replaceAll('.', '\\.')}$`.replaceAll('/', '[\\\\/]'));

/** The module with the errors of DynamoDB: 35 classes that differ in their names and fields only. */
const errorClasses = /@aws-sdk[\\/]client-dynamodb[\\/].*[\\/]models[\\/]errors\.js$/;

/** Matches the class of an error as the SDK writes it. A class that is written in another way stays as it is. */
const errorClass =
  /export class (\w+) extends __BaseException \{\s+static shapeId = "com\.amazonaws\.dynamodb#\1";\s+name = "\1";\s+\$fault = "(\w+)";((?:\s+\w+;)*)\s+constructor\(opts\) \{\s+super\(\{\s+name: "\1",\s+\$fault: "\2",\s+\.\.\.opts,\s+\}\);\s+Object\.setPrototypeOf\(this, \1\.prototype\);(?:\s+this\.(\w+) = opts\.\w+;)*\s+\}\s+\}/g;

/** Makes such a class from its name and fields. */
const makeError = `
const makeError = (name, $fault, ...fields) => class Made extends __BaseException {
  static shapeId = 'com.amazonaws.dynamodb#' + name;
  name = name;
  $fault = $fault;
  constructor(opts) {
    super({ name, $fault, ...opts });
    Object.setPrototypeOf(this, Made.prototype);
    for (const field of fields) this[field] = opts[field];
  }
};
`;

/** Writes the classes of errors as calls of one function, which is shorter. */
export const shortErrors = (source: string): string =>
  makeError +
  source.replace(errorClass, (_whole, name: string, fault: string, fields: string) => {
    const texts = [name, fault, ...(fields.match(/\w+/g) ?? [])].map((text) => JSON.stringify(text));
    return `export const ${name} = /* @__PURE__ */ makeError(${texts.join(', ')});`;
  });

/** The module that speaks HTTP, also with streams of events, which no operation of DynamoDB has. */
const httpProtocol = /@smithy[\\/]core[\\/].*[\\/]HttpProtocol\.js$/;

/** The methods for streams of events, as the SDK writes them. A method that is written in another way stays as it is. */
const eventMethods =
  /^ {4}(?:async )?(?:serializeEventStream|deserializeEventStream|loadEventStreamCapability|getEventStreamMarshaller|resolveEventStreamMarshaller)\([^)]*\) \{\n.*?^ {4}\}\n/gms;

/** Leaves out the methods that only streams of events call. */
export const withoutEvents = (source: string): string => source.replace(eventMethods, '');

/**
 * Leaves unused parts of the SDK out of the bundles, 59 KB: the modules above, and all of its `package.json` except the
 * version. Writes the classes of errors shorter, 7 KB, and leaves out the methods for streams of events, 1.4 KB. With only the six largest of these changes, each bundle would be
 * 30 KB larger, and `PostPayments` is 1 KB below its limit (`test/stack/bundles.test.ts`).
 */
export const leanSdk: Plugin = {
  name: 'lean-sdk',
  setup({ onLoad }) {
    for (const one of replaced) onLoad({ filter: filterOf(one) }, () => ({ contents: one.contents }));
    onLoad({ filter: /@aws-sdk[\\/]client-dynamodb[\\/]package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
    onLoad({ filter: errorClasses }, async ({ path }) => ({
      contents: shortErrors(await readFile(path, 'utf8')),
    }));
    onLoad({ filter: httpProtocol }, async ({ path }) => ({
      contents: withoutEvents(await readFile(path, 'utf8')),
    }));
  },
};
