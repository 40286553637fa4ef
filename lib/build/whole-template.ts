/** The parts of a CloudFormation template that {@link wholeTemplate} reads. */
export interface NestingTemplate {
  Resources?: Record<string, object>;
  Parameters?: Record<string, object>;
  Outputs?: Record<string, { Value: unknown }>;
}

interface NestedResource {
  Type?: string;
  Properties?: { Parameters?: Record<string, unknown> };
  DependsOn?: string | string[];
}

/** The file in an assembly's folder that has the whole template. */
export const wholeTemplateFile = 'whole.template.json';

const nestedStack = 'AWS::CloudFormation::Stack';

/** The logical ids of the nested stacks of a template. */
export const nestedStacksIn = ({ Resources = {} }: NestingTemplate): string[] =>
  Object.entries(Resources).flatMap(([id, { Type }]: [string, NestedResource]) =>
    Type === nestedStack ? [id] : [],
  );

/**
 * Returns a stack and its nested stacks as one template. Each parameter of a nested stack becomes the value that the
 * parent passes, and each output becomes the value in the nested stack.
 *
 * @param nestedOf returns the template of the nested stack with a logical id
 * @throws if two of the templates have a resource with the same logical id
 */
export function wholeTemplate<T extends NestingTemplate>(
  parent: T,
  nestedOf: (id: string, resource: ReturnType<typeof JSON.parse>) => NestingTemplate,
): T {
  const parts = new Map<string | undefined, { template: NestingTemplate; given: Record<string, unknown> }>();
  parts.set(undefined, { template: parent, given: {} });
  for (const id of nestedStacksIn(parent)) {
    const resource = parent.Resources?.[id] as NestedResource;
    const given = resource.Properties?.Parameters ?? {};
    parts.set(id, { template: nestedOf(id, resource), given });
  }

  /** Replaces the references from a stack to other stacks in a value. `stack` is undefined for the parent. */
  function inWhole(stack: string | undefined, value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => inWhole(stack, item));
    if (typeof value !== 'object' || value === null) return value;
    const { Ref: name, 'Fn::GetAtt': attribute } = value as { Ref?: string; 'Fn::GetAtt'?: string[] };
    const given = parts.get(stack)?.given ?? {};
    if (name !== undefined && name in given) return inWhole(undefined, given[name]);
    const [id = '', path = ''] = attribute ?? [];
    if (stack === undefined && parts.has(id) && path.startsWith('Outputs.'))
      return inWhole(id, parts.get(id)?.template.Outputs?.[path.slice('Outputs.'.length)]?.Value);
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inWhole(stack, inner)]));
  }

  const Resources: Record<string, object> = {};
  for (const [stack, { template }] of parts)
    for (const [id, resource] of Object.entries(template.Resources ?? {})) {
      if (stack === undefined && parts.has(id)) continue;
      if (id in Resources) throw new Error(`Two stacks have a resource ${id}`);
      Resources[id] = inWhole(stack, withoutNested(resource)) as object;
    }

  function withoutNested(resource: NestedResource): object {
    const { DependsOn, ...rest } = resource;
    const others = [DependsOn ?? []].flat().filter((id) => !parts.has(id));
    return others.length > 0 ? { ...rest, DependsOn: others } : rest;
  }

  return { ...(inWhole(undefined, { ...parent, Resources: {} }) as T), Resources };
}
