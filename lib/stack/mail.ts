import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { mailAddress, SettingError } from '../settings.ts';

/** The sender of e-mail: an identity that is verified in SES, by its address or by its domain. */
export function mailFromOf(scope: Construct): string {
  const address: string = scope.node.tryGetContext('mailFrom') ?? 'florin@example.com';
  if (!mailAddress.test(address)) throw new SettingError(`mailFrom is no e-mail address: ${address}`);
  return address;
}

/** Allows a function to send from this address, and from no other address of its domain. */
export function mayMail(scope: Construct, address: string): PolicyStatement {
  const identity = (name: string) =>
    Stack.of(scope).formatArn({ service: 'ses', resource: 'identity', resourceName: name });
  return new PolicyStatement({
    actions: ['ses:SendEmail'],
    resources: [identity(address), identity(address.replace(/^.*@/, ''))],
    conditions: { StringEquals: { 'ses:FromAddress': address } },
  });
}
