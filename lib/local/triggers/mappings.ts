import { compileFilters, type Filter } from '../../../functions/core/basics/event-filter.ts';
import { functionOf, type Properties, resolve, resourcesOf, type Template } from '../template.ts';

/** An event source mapping of the template. */
export interface Mapping {
  id: string;
  /** The logical id of the function. */
  function: string;
  sourceArn: string;
  batchSize: number;
  /** Whether the function reports which items of a batch have failed. */
  partial: boolean;
}

export interface QueueMapping extends Mapping {
  queue: string;
  /** The most batches at the same time. */
  atOnce?: number;
}

export interface StreamMapping extends Mapping {
  table: string;
  filter: Filter;
  start: 'TRIM_HORIZON' | 'LATEST';
  bisect: boolean;
  /** The number of attempts after the first one. */
  retries: number;
  /** The age at which a failing record is given up, in milliseconds. */
  maximumAge: number;
  /** The queue for records that fail in every attempt. */
  onFailure?: string;
}

export function readMappings(template: Template): { queues: QueueMapping[]; streams: StreamMapping[] } {
  const queues: QueueMapping[] = [];
  const streams: StreamMapping[] = [];
  for (const [id, { Properties: properties }] of resourcesOf(template, 'AWS::Lambda::EventSourceMapping')) {
    if (properties?.Enabled === false) continue;
    const resolved = resolve(template, properties) as Properties;
    const sourceArn: string = resolved.EventSourceArn;
    const [, , service, , , resource = ''] = sourceArn.split(':');
    const mapping = {
      id,
      function: functionOf(template, resolved.FunctionName),
      sourceArn,
      partial: (resolved.FunctionResponseTypes ?? []).includes('ReportBatchItemFailures'),
    };
    if (service === 'sqs') {
      const atOnce: number | undefined = resolved.ScalingConfig?.MaximumConcurrency;
      queues.push({ ...mapping, batchSize: resolved.BatchSize ?? 10, queue: resource, atOnce });
    } else if (service === 'dynamodb') streams.push({ ...mapping, ...streamOf(resolved, resource) });
    else throw new Error(`${id}: events of ${service} are not supported locally`);
  }
  return { queues, streams };
}

/** @param resource `table/<name>/stream/<label>` */
function streamOf(properties: Properties, resource: string) {
  const filters: { Pattern: string }[] = properties.FilterCriteria?.Filters ?? [];
  const { MaximumRetryAttempts: retries = -1, MaximumRecordAgeInSeconds: age = -1 } = properties;
  return {
    batchSize: properties.BatchSize ?? 100,
    table: resource.split('/')[1] ?? '',
    filter: compileFilters(filters.map(({ Pattern }) => Pattern)),
    start: properties.StartingPosition ?? 'LATEST',
    bisect: properties.BisectBatchOnFunctionError ?? false,
    retries: retries < 0 ? Number.POSITIVE_INFINITY : retries,
    maximumAge: age < 0 ? Number.POSITIVE_INFINITY : age * 1000,
    onFailure: properties.DestinationConfig?.OnFailure?.Destination?.replace(/^.*:/, ''),
  };
}

/**
 * The identifiers of the items that have failed, from a function's result. As in Lambda, a result without identifiers means
 * that all items have succeeded. An identifier that is not in the batch, or a malformed list, means that all have failed.
 */
export function failuresOf(result: unknown, batch: readonly string[], { partial }: Pick<Mapping, 'partial'>) {
  const failures = partial ? (result as Properties | null | undefined)?.batchItemFailures : undefined;
  if (failures === undefined || failures === null) return new Set<string>();
  const failed = Array.isArray(failures) ? failures.map((item) => item?.itemIdentifier) : [undefined];
  return new Set(failed.every((id) => batch.includes(id)) ? (failed as string[]) : batch);
}
