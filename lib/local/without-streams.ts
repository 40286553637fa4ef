import type { Resource, Template } from './template.ts';

/** Returns the template without the streams of its tables, and without the mappings that read them. */
export function withoutStreams(template: Template): Template {
  const kept = Object.entries(template.Resources).filter(([, resource]) => !followsStream(resource));
  return {
    ...template,
    Resources: Object.fromEntries(kept.map(([id, resource]) => [id, withoutStream(resource)])),
  };
}

/** Whether a mapping reads a stream. Mappings of queues have no starting position. */
const followsStream = ({ Type, Properties }: Resource): boolean =>
  Type === 'AWS::Lambda::EventSourceMapping' && Properties?.StartingPosition !== undefined;

function withoutStream(resource: Resource): Resource {
  const { StreamSpecification, ...Properties } = resource.Properties ?? {};
  return StreamSpecification ? { ...resource, Properties } : resource;
}
