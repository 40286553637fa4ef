import { type Document, json } from './operations.ts';
import { comment, key, optional, pascal, typeOf } from './types.ts';

/** The types of webhook events, as a union that the field `type` discriminates. */
export function eventsOf({ webhooks }: Document, use: (name: string) => void): string[] {
  const shapes = Object.entries(webhooks).map(([type, { post }]) => ({
    type,
    shape: post.requestBody.content?.[json]?.schema ?? {},
  }));
  // Events about the same kind of object have the same data, whose type is written once.
  const data = new Map<string, string>();
  const rows = shapes.map(({ type, shape }) => {
    const text = typeOf(shape.properties?.data || {}, use);
    const name = data.get(text) ?? `${pascal(type.split('.', 1)[0] ?? '')}Data`;
    data.set(text, name);
    return `${key(type)}: EventOf<${JSON.stringify(type)}, ${name}>;`;
  });
  const { properties = {}, required = [] } = shapes[0]?.shape ?? {};
  const fields = Object.entries(properties).map(([name, property]) => {
    const generic = name === 'type' ? 'Type' : name === 'data' ? 'Data' : undefined;
    const mark = required.includes(name) ? '' : '?';
    return `${comment(property ? property.description : undefined)}${name}${optional(mark, generic ?? typeOf(property || {}, use))};`;
  });
  return [
    ...[...data].map(([text, name]) => `export type ${name} = ${text};`),
    `export interface EventOf<Type extends string, Data> {\n${fields.join('\n')}\n}`,
    `/** The body of each type of event. */\nexport interface Events {\n${rows.join('\n')}\n}`,
    'export type EventType = keyof Events;',
    '/** An event of a webhook. Its `type` says which `data` it has. */\nexport type WebhookEvent = Events[EventType];',
  ];
}
