import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * Classes that are never asked for anything: SHA-256 in JavaScript (Node.js has its own), headers of event streams, and the
 * SDK's retries, in whose place the store has its own policy (`functions/core/store/table/retry.ts`).
 */
const unused = {
  Sha256Js: /@smithy[\\/]core[\\/].*[\\/]Sha256Js\.js$/,
  HeaderFormatter: /@smithy[\\/]signature-v4[\\/].*[\\/]HeaderFormatter\.js$/,
  StandardRetryStrategy: /@smithy[\\/]core[\\/].*[\\/]util-retry[\\/]StandardRetryStrategy\.js$/,
  AdaptiveRetryStrategy: /@smithy[\\/]core[\\/].*[\\/]util-retry[\\/]AdaptiveRetryStrategy\.js$/,
  DefaultRateLimiter: /@smithy[\\/]core[\\/].*[\\/]DefaultRateLimiter\.js$/,
};

/** Changes the endpoints of S3, which no function calls. */
const endpointsOfS3 = /@smithy[\\/]core[\\/].*[\\/]service-customizations[\\/]index\.js$/;

/** Writes requests to a logger of the SDK, which the store's client does not have. */
const requestLogger = /@aws-sdk[\\/]core[\\/].*[\\/]middleware-logger[\\/]loggerMiddleware\.js$/;

/** Passes on the header by which AWS detects Lambda functions that call each other without end. A call to DynamoDB invokes none. */
const recursionDetection = /@aws-sdk[\\/]core[\\/].*[\\/]recursionDetectionMiddleware\.js$/;

/** Asks a server (EC2) for its region: Lambda and `npm start` set `AWS_REGION`. */
const instanceRegion = /@smithy[\\/]core[\\/].*[\\/]getInstanceMetadataRegion\.js$/;

const regions = /"regions": \{(\s*"[\w-]+": \{\s*"description": "[^"]*"\s*\},?)*\s*\}/g;

/**
 * Leaves out of the SDK, in the bundles, what no Lambda needs: those classes, all of its `package.json` but the version
 * that requests name, the names of AWS's regions, whose partition a pattern tells, the question for a server's region, the
 * endpoints of S3, the detection of recursion, and the logger of requests. 22 KB.
 */
export const leanSdk: Plugin = {
  name: 'lean-sdk',
  setup({ onLoad }) {
    for (const [name, filter] of Object.entries(unused))
      onLoad({ filter }, () => ({ contents: `export class ${name} {}` }));
    onLoad({ filter: instanceRegion }, () => ({
      contents: 'export const getInstanceMetadataRegion = async () => undefined;',
    }));
    onLoad({ filter: endpointsOfS3 }, () => ({
      contents: 'export const resolveParamsForS3 = async (params) => params;',
    }));
    onLoad({ filter: recursionDetection }, () => ({
      contents: 'export const recursionDetectionMiddleware = () => (next) => (args) => next(args);',
    }));
    onLoad({ filter: requestLogger }, () => ({
      contents: `export const [loggerMiddleware, loggerMiddlewareOptions] = [];
        export const getLoggerPlugin = () => ({ applyToStack() {} });`,
    }));
    onLoad({ filter: /@aws-sdk[\\/]client-dynamodb[\\/]package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
    onLoad({ filter: /@aws-sdk[\\/]core[\\/].*[\\/]aws[\\/]partitions\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(regions, '"regions": {}'),
    }));
  },
};
