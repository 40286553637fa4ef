import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * Classes of the SDK that Florin never uses: SHA-256 in JavaScript (Node.js has its own), headers of event streams,
 * and the retries of the SDK. The store retries by its own policy (`functions/core/store/table/retry.ts`).
 */
const unused = {
  Sha256Js: /@smithy[\\/]core[\\/].*[\\/]Sha256Js\.js$/,
  HeaderFormatter: /@smithy[\\/]signature-v4[\\/].*[\\/]HeaderFormatter\.js$/,
  StandardRetryStrategy: /@smithy[\\/]core[\\/].*[\\/]util-retry[\\/]StandardRetryStrategy\.js$/,
  AdaptiveRetryStrategy: /@smithy[\\/]core[\\/].*[\\/]util-retry[\\/]AdaptiveRetryStrategy\.js$/,
  DefaultRateLimiter: /@smithy[\\/]core[\\/].*[\\/]DefaultRateLimiter\.js$/,
};

/** The module that changes the endpoints of S3. No function calls S3. */
const endpointsOfS3 = /@smithy[\\/]core[\\/].*[\\/]service-customizations[\\/]index\.js$/;

/** The module that writes requests to a logger. The store's client has no logger. */
const requestLogger = /@aws-sdk[\\/]core[\\/].*[\\/]middleware-logger[\\/]loggerMiddleware\.js$/;

/**
 * The module that passes on the header with which AWS detects Lambda functions that call each other without end. A
 * request to DynamoDB calls no function.
 */
const recursionDetection = /@aws-sdk[\\/]core[\\/].*[\\/]recursionDetectionMiddleware\.js$/;

/** The module that names the SDK's version and features to AWS, for statistics. The store's client removes it. */
const userAgent = /@aws-sdk[\\/]core[\\/].*[\\/]user-agent-middleware\.js$/;

/** The module that warns of versions of Node.js that later releases of the SDK will not support. Lambda has a later one. */
const versionWarning = /@aws-sdk[\\/]core[\\/].*[\\/]emitWarningIfUnsupportedVersion\.js$/;

/** The module that reads and writes times in answers and requests. Those about items have none. */
const times = /@smithy[\\/]core[\\/].*[\\/]serde[\\/]date-utils\.js$/;

/** The functions of that module. */
const ofTimes = [
  'dateToUtcString',
  'parseEpochTimestamp',
  'parseRfc3339DateTime',
  'parseRfc3339DateTimeWithOffset',
  'parseRfc7231DateTime',
];

/** The module that asks a server of EC2 for its region. Lambda and `npm start` set `AWS_REGION`. */
const instanceRegion = /@smithy[\\/]core[\\/].*[\\/]getInstanceMetadataRegion\.js$/;

/**
 * The module that reads the files in `~/.aws`. Lambda has none, and under `npm start` they must not change how functions
 * reach the table.
 */
const sharedFiles = /@smithy[\\/]core[\\/].*[\\/]loadSharedConfigFiles\.js$/;

/**
 * The module that computes the endpoint from AWS's rules: for partitions, FIPS, IPv6 and endpoints of single accounts.
 * Florin uses a region's usual endpoint, as it does for other services (`functions/core/aws/call.ts`).
 */
const endpointRules = /@aws-sdk[\\/]client-dynamodb[\\/].*[\\/]endpointResolver\.js$/;

/** The module with the functions that such rules call, and with all partitions and regions of AWS. */
const endpointFunctions = /@aws-sdk[\\/]core[\\/].*[\\/]util-endpoints[\\/]aws\.js$/;

/** The module with the errors of DynamoDB: 35 classes that differ in their names and fields only. */
const errorClasses = /@aws-sdk[\\/]client-dynamodb[\\/].*[\\/]models[\\/]errors\.js$/;

/** A class of an error, as the SDK writes it. One that is written otherwise stays as it is. */
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

/** Writes the classes of errors as calls of one function. */
export const shortErrors = (source: string): string =>
  makeError +
  source.replace(errorClass, (_whole, name: string, fault: string, fields: string) => {
    const texts = [name, fault, ...(fields.match(/\w+/g) ?? [])].map((text) => JSON.stringify(text));
    return `export const ${name} = /* @__PURE__ */ makeError(${texts.join(', ')});`;
  });

/**
 * Leaves unused parts of the SDK out of the bundles, 46 KB: the classes and modules above, and all of its `package.json`
 * except the version. Writes the classes of errors shorter, 7 KB.
 */
export const leanSdk: Plugin = {
  name: 'lean-sdk',
  setup({ onLoad }) {
    for (const [name, filter] of Object.entries(unused))
      onLoad({ filter }, () => ({ contents: `export class ${name} {}` }));
    onLoad({ filter: instanceRegion }, () => ({
      contents: 'export const getInstanceMetadataRegion = async () => undefined;',
    }));
    onLoad({ filter: versionWarning }, () => ({
      contents: 'export const state = {}; export const emitWarningIfUnsupportedVersion = () => {};',
    }));
    onLoad({ filter: times }, () => ({
      contents: `export const [${ofTimes}] = Array(${ofTimes.length}).fill(() => {
        throw new Error('No request about items has a time');
      });`,
    }));
    onLoad({ filter: sharedFiles }, () => ({
      contents: `export { CONFIG_PREFIX_SEPARATOR } from './constants';
        export const loadSharedConfigFiles = async () => ({ configFile: {}, credentialsFile: {} });`,
    }));
    onLoad({ filter: endpointsOfS3 }, () => ({
      contents: 'export const resolveParamsForS3 = async (params) => params;',
    }));
    onLoad({ filter: endpointRules }, () => ({
      contents: `export const defaultEndpointResolver = ({ Endpoint, Region }) => ({
        url: new URL(Endpoint ?? 'https://dynamodb.' + Region + '.amazonaws.com'),
      });`,
    }));
    onLoad({ filter: endpointFunctions }, () => ({ contents: 'export const awsEndpointFunctions = {};' }));
    onLoad({ filter: recursionDetection }, () => ({
      contents: 'export const recursionDetectionMiddleware = () => (next) => (args) => next(args);',
    }));
    onLoad({ filter: userAgent }, () => ({
      contents: `export const [userAgentMiddleware, getUserAgentMiddlewareOptions] = [];
        export const getUserAgentPlugin = () => ({ applyToStack() {} });`,
    }));
    onLoad({ filter: requestLogger }, () => ({
      contents: `export const [loggerMiddleware, loggerMiddlewareOptions] = [];
        export const getLoggerPlugin = () => ({ applyToStack() {} });`,
    }));
    onLoad({ filter: /@aws-sdk[\\/]client-dynamodb[\\/]package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
    onLoad({ filter: errorClasses }, async ({ path }) => ({
      contents: shortErrors(await readFile(path, 'utf8')),
    }));
  },
};
