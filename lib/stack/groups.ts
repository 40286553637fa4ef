import { CfnOutput, type CfnResource, NestedStack, type Stack } from 'aws-cdk-lib';

/**
 * The nested stacks of functions, each with the folders of `functions/` whose functions are in it. The functions that canaries
 * release are in one stack, together with the alarm that stops a release. No function of `Payments` may know the
 * address of the customer's API: CloudFormation makes that API after these functions.
 */
const folders = {
  Payments: ['payment-page', 'payments', 'transactions', 'vault', 'wrong-routes'],
  Money: [
    'acquirers',
    'cards',
    'customers',
    'disputes',
    'frauds',
    'lines',
    'links',
    'months',
    'payouts',
    'postings',
  ],
  Merchants: ['apps', 'authorizers', 'deliveries', 'docs', 'hello', 'members', 'merchants', 'webhooks'],
  Console: ['console'],
  Jobs: ['jobs'],
} as const;

type Group = keyof typeof folders;

/** The nested stacks, by their logical ids. */
export type Groups = Record<Group | 'Monitoring', NestedStack>;

export function makeGroups(parent: Stack): Groups {
  const ids = [...(Object.keys(folders) as Group[]), 'Monitoring'] as const;
  return Object.fromEntries(ids.map((id) => [id, nest(parent, id)])) as Groups;
}

function nest(parent: Stack, id: string): NestedStack {
  const nested = new NestedStack(parent, id, {
    description: `${id} of Florin`,
    suppressTemplateIndentation: true,
  });
  resourceOf(nested).overrideLogicalId(id);
  return nested;
}

/** @throws if the entry is in a folder of no group */
export function groupOf(groups: Groups, entry: string): NestedStack {
  const [folder] = entry.split('/');
  for (const [id, some] of Object.entries(folders) as [Group, readonly (string | undefined)[]][])
    if (some.includes(folder)) return groups[id];
  throw new Error(`lib/stack/groups.ts names no nested stack for the functions of ${folder}/`);
}

/**
 * Makes a value of a nested stack an output with this name, and returns the parent's reference to the output. CDK itself
 * would make outputs, but with names of 80 letters, and a document of an API has each of them several times.
 */
export function outputOf(nested: NestedStack, name: string, value: string): string {
  const known = nested.node.tryFindChild(`Output${name}`);
  if (!known) new CfnOutput(nested, `Output${name}`, { value }).overrideLogicalId(name);
  return resourceOf(nested).getAtt(`Outputs.${name}`).toString();
}

const resourceOf = ({ nestedStackResource }: NestedStack): CfnResource => {
  if (!nestedStackResource) throw new Error('A nested stack is a resource of its parent');
  return nestedStackResource;
};
