type Template = ReturnType<typeof JSON.parse>;

/** The file in an assembly's folder that has the template for the SAM CLI. */
export const samTemplateFile = 'sam.template.json';

/**
 * Returns the template without the operations that refuse wrong routes. `sam local start-api` serves all APIs at one
 * address, so that the refusal of one API would hide the routes of another.
 */
export function samTemplate(template: Template): Template {
  const copy = structuredClone(template);
  for (const { Type, Properties } of Object.values<Template>(copy.Resources))
    if (Type === 'AWS::ApiGateway::RestApi')
      for (const item of Object.values<object>(Properties.Body.paths))
        Reflect.deleteProperty(item, 'x-amazon-apigateway-any-method');
  return copy;
}
