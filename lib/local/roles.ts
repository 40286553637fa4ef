import { accountId, type Properties, region, resolve, type Template } from './template.ts';

/**
 * Whether a function's role in the template allows an action on the resource with this ARN. The template has no
 * denying statements. A caller that is not a function is the person who runs Florin here, and may do everything.
 */
export type May = (caller: string, action: string, resource: string) => boolean;

export function rolesOf(template: Template): May {
  const allowed = new Map<string, Set<string> | undefined>();

  const allowedTo = (id: string): Set<string> | undefined => {
    if (template.Resources[id]?.Type !== 'AWS::Lambda::Function') return undefined;
    const [role] = template.Resources[id].Properties?.Role?.['Fn::GetAtt'] ?? [];
    const policies: Properties[] = template.Resources[role]?.Properties?.Policies ?? [];
    const statements = policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement as Properties[]);
    return new Set(
      statements.flatMap(({ Action, Resource }) =>
        [Action]
          .flat()
          .flatMap((action) =>
            [resolve(template, Resource)].flat().map((resource) => `${action} ${resource}`),
          ),
      ),
    );
  };

  return (caller, action, resource) => {
    if (!allowed.has(caller)) allowed.set(caller, allowedTo(caller));
    return allowed.get(caller)?.has(`${action} ${resource}`) ?? true;
  };
}

/** The caller of a signed request. The access key of a function is its logical id. */
export const callerOf = (authorization = ''): string => /Credential=([^/]+)\//.exec(authorization)?.[1] ?? '';

export const tableArn = (name: string, index?: string): string =>
  `arn:aws:dynamodb:${region}:${accountId}:table/${name}${index ? `/index/${index}` : ''}`;

/** Returns the ARN in the template for a stream, from the engine's ARN of the stream. */
export const streamArn = (engines: string): string =>
  `${tableArn(engines.split(/[:/]/)[6] ?? '')}/stream/local`;

/** The message with which AWS refuses an action. */
export const notAuthorized = (caller: string, action: string, resource: string): string =>
  `User: arn:aws:sts::${accountId}:assumed-role/${caller}Role/${caller} is not authorized to perform: ${action} on ` +
  `resource: ${resource} because no identity-based policy allows the ${action} action`;
