import { Aws, type NestedStack } from 'aws-cdk-lib';
import { PolicyDocument, type PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { allow } from '../allow.ts';
import type { StackContext } from '../context.ts';
import { groupOf, outputOf } from '../groups.ts';
import { folderWords, setLogicalId } from '../logical-id.ts';

/** A function as the document of an API names it: outputs of the function's nested stack. */
export interface Callee {
  /** The address at which API Gateway calls the function. */
  uri: string;
  /** The ARN of the role with which API Gateway calls the function. */
  invokerArn: string;
}

/**
 * The most functions of a role. IAM limits the policies of a role to 10,240 characters, and the ARN of a function has
 * up to 120.
 */
const most = 80;

/**
 * A role with which API Gateway may call some functions and nothing else. One role replaces a permission for each
 * method of an API, which would count towards the resources of the stack.
 */
class Invoker extends Role {
  readonly #call: PolicyStatement;
  #count = 0;

  constructor(scope: NestedStack, id: string) {
    const call = allow(['lambda:InvokeFunction'], []);
    super(scope, id, {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: { invoke: new PolicyDocument({ statements: [call] }) },
    });
    setLogicalId(this, id);
    this.#call = call;
  }

  get isFull(): boolean {
    return this.#count === most;
  }

  add({ functionArn }: IFunction): void {
    this.#call.addResources(functionArn);
    this.#count++;
  }
}

/**
 * Lets API Gateway call a function, by the role of the function's folder. A folder with more functions than a role has
 * room for gets further roles.
 *
 * @param id the logical id of the function
 * @param called the function, or its alias
 */
export function makeCallee(id: string, entry: string, called: IFunction, { groups }: StackContext): Callee {
  const group = groupOf(groups, entry);
  const invoker = invokerOf(group, `${folderWords(entry)}Invoker`);
  invoker.add(called);
  return {
    uri: outputOf(group, id, uriOf(called)),
    invokerArn: outputOf(group, invoker.node.id, invoker.roleArn),
  };
}

const uriOf = ({ functionArn }: IFunction): string =>
  `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}:lambda:path/2015-03-31/functions/${functionArn}/invocations`;

function invokerOf(group: NestedStack, name: string): Invoker {
  for (let n = 1; ; n++) {
    const id = n === 1 ? name : `${name}${n}`;
    const known = group.node.tryFindChild(id) as Invoker | undefined;
    if (!known?.isFull) return known ?? new Invoker(group, id);
  }
}
