import type { Resource, Template } from './template.ts';

/** The template without the streams of its tables, and without what they run. */
export function withoutStreams(template: Template): Template {
  const kept = Object.entries(template.Resources).filter(([, resource]) => !followsStream(resource));
  return {
    ...template,
    Resources: Object.fromEntries(kept.map(([id, resource]) => [id, streamless(resource)])),
  };
}

/** A queue has no position to start from. */
const followsStream = ({ Type, Properties }: Resource): boolean =>
  Type === 'AWS::Lambda::EventSourceMapping' && Properties?.StartingPosition !== undefined;

function streamless(resource: Resource): Resource {
  const { StreamSpecification, ...Properties } = resource.Properties ?? {};
  return StreamSpecification ? { ...resource, Properties } : resource;
}
