import { Duration, RemovalPolicy, type Stack, Validations } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  FirehoseLogDestination,
  type IAccessLogDestination,
  type StageOptions,
} from 'aws-cdk-lib/aws-apigateway';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnDeliveryStream } from 'aws-cdk-lib/aws-kinesisfirehose';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import type { Route } from '../../routes.ts';
import { allow } from '../allow.ts';
import type { StackContext } from '../context.ts';
import { setLogicalId } from '../logical-id.ts';
import { logStreamPrefix, type Stage } from '../stage.ts';

/**
 * The fields of a line, by API Gateway's variables. A value that a request does not have is `-`. `route` is the path of the
 * route table, since real paths contain the secrets of payment links and challenges. No line has a header or a query.
 */
const fields = {
  requestId: '$context.requestId',
  /** Milliseconds since 1970. */
  time: '$context.requestTimeEpoch',
  address: '$context.identity.sourceIp',
  method: '$context.httpMethod',
  route: '$context.resourcePath',
  status: '$context.status',
  milliseconds: '$context.responseLatency',
  /** The id of the app, the user or the till; `nobody` if the credentials were refused. */
  caller: '$context.authorizer.principalId',
  /** API Gateway's own reason, such as `THROTTLED` or `ACCESS_DENIED`, if it answered itself. */
  refused: '$context.error.responseType',
  firewall: '$context.wafResponseCode',
};

/** Makes API Gateway write a line for each request, if the stage wants it. */
export function accessLogOptions(api: Route['api'], { stage, parent }: StackContext): StageOptions {
  if (!stage.accessLogs) return {};
  return {
    accessLogDestination: destinationOf(stage.accessLogs, parent, stage),
    // Firehose puts nothing between the lines.
    accessLogFormat: AccessLogFormat.custom(`${JSON.stringify({ api, ...fields })}\n`),
  };
}

function destinationOf(
  accessLogs: NonNullable<Stage['accessLogs']>,
  parent: Stack,
  stage: Stage,
): IAccessLogDestination {
  if (accessLogs !== 'bucket') return { bind: () => ({ destinationArn: accessLogs.stream }) };
  const known = parent.node.tryFindChild('AccessLogs') as CfnDeliveryStream | undefined;
  return new FirehoseLogDestination(known ?? makeStream(parent, stage));
}

/**
 * Makes the stream, and a bucket that outlives the stack: CloudFormation deletes no bucket with objects, and its lines are
 * evidence.
 */
function makeStream(parent: Stack, { name, logRetention }: Stage): CfnDeliveryStream {
  const bucket = new Bucket(parent, 'AccessLogBucket', {
    encryption: BucketEncryption.S3_MANAGED,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    removalPolicy: RemovalPolicy.RETAIN,
    lifecycleRules: [{ expiration: Duration.days(logRetention) }],
  });
  setLogicalId(bucket, 'AccessLogBucket');
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason: 'The bucket has logs of requests. Only Firehose writes to it, and CloudTrail shows who reads it.',
  });
  const writing = ['s3:AbortMultipartUpload', 's3:GetBucketLocation', 's3:ListBucket', 's3:PutObject'];
  const statements = [allow(writing, [bucket.bucketArn, bucket.arnForObjects('*')])];
  const role = new Role(parent, 'AccessLogsRole', {
    assumedBy: new ServicePrincipal('firehose.amazonaws.com'),
    inlinePolicies: { least: new PolicyDocument({ statements }) },
  });
  setLogicalId(role, 'AccessLogsRole');
  Validations.of(role).acknowledge({
    id: 'AwsSolutions-IAM5[Resource::<AccessLogBucket.Arn>/*]',
    reason: 'Firehose writes objects with new names into the bucket.',
  });
  const stream = new CfnDeliveryStream(parent, 'AccessLogs', {
    deliveryStreamName: `${logStreamPrefix}florin-${name}`,
    deliveryStreamType: 'DirectPut',
    deliveryStreamEncryptionConfigurationInput: { keyType: 'AWS_OWNED_CMK' },
    s3DestinationConfiguration: {
      bucketArn: bucket.bucketArn,
      roleArn: role.roleArn,
      compressionFormat: 'GZIP',
      bufferingHints: { intervalInSeconds: 300, sizeInMBs: 5 },
    },
  });
  stream.overrideLogicalId('AccessLogs');
  return stream;
}
