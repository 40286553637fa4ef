import assert from 'node:assert/strict';
import type { Services } from './services.ts';

interface Deployed {
  id: string;
  physical: string;
  type: string;
}

/** A stack in the account: its state, its resources, and its functions. An id is the logical id of a resource. */
export class DeployedStack {
  constructor(
    readonly name: string,
    private readonly services: Services,
  ) {}

  async status(): Promise<string> {
    const xml = await this.services.cloudFormation({ Action: 'DescribeStacks', StackName: this.name });
    return /<StackStatus>(\w+)/.exec(xml)?.[1] ?? '';
  }

  /** The resources of the stack and its nested stacks. */
  async resources(StackName = this.name): Promise<Deployed[]> {
    const xml = await this.services.cloudFormation({ Action: 'DescribeStackResources', StackName });
    const own = [...xml.matchAll(/<member>.*?<\/member>/gs)].map(([member]) => ({
      id: /<LogicalResourceId>([^<]*)/.exec(member)?.[1] ?? '',
      physical: /<PhysicalResourceId>([^<]*)/.exec(member)?.[1] ?? '',
      type: /<ResourceType>([^<]*)/.exec(member)?.[1] ?? '',
    }));
    const nested = own.filter(({ type }) => type === 'AWS::CloudFormation::Stack');
    const inside = await Promise.all(nested.map(({ physical }) => this.resources(physical)));
    return [...own, ...inside.flat()];
  }

  /** Returns the name that CloudFormation gave a resource. */
  async physical(id: string): Promise<string> {
    const found = (await this.resources()).find((resource) => resource.id === id);
    assert.ok(found, `${this.name} has ${id}`);
    return found.physical;
  }

  /** Turns off the protection against deletion. */
  async unprotect(): Promise<void> {
    await this.services.cloudFormation({
      Action: 'UpdateTerminationProtection',
      EnableTerminationProtection: 'false',
      StackName: this.name,
    });
  }

  /** Takes all permissions from the role of a function. */
  async disarm(id: string): Promise<void> {
    const RoleName = await this.physical(`${id}Role`);
    await this.services.iam({ Action: 'DeleteRolePolicy', RoleName, PolicyName: 'least' });
  }

  async invoke(id: string, body: object = {}): Promise<ReturnType<typeof JSON.parse>> {
    return JSON.parse(await this.services.aws('lambda', { path: await this.path(id, 'invocations'), body }));
  }

  async variables(id: string): Promise<Record<string, string>> {
    return (await this.read(id, 'configuration')).Environment?.Variables ?? {};
  }

  /** The version of a function that its alias `live` points at, and the shares of other versions if there are any. */
  async liveVersion(id: string): Promise<{ version: string; routing?: unknown }> {
    const { FunctionVersion, RoutingConfig } = await this.read(id, 'aliases/live');
    return { version: FunctionVersion, ...(RoutingConfig && { routing: RoutingConfig }) };
  }

  private async read(id: string, part: string): Promise<ReturnType<typeof JSON.parse>> {
    return JSON.parse(await this.services.aws('lambda', { path: await this.path(id, part), method: 'GET' }));
  }

  private async path(id: string, part: string): Promise<string> {
    return `/2015-03-31/functions/${await this.physical(id)}/${part}`;
  }
}
