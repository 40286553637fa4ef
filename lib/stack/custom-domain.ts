import { EndpointType, SecurityPolicy, type SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { Domain } from './stage.ts';

/**
 * A name of the deployer's own in front of an API. Pointing the name at API Gateway is left to them: their DNS may be
 * anywhere.
 */
export function addDomain(api: SpecRestApi, domain: Domain | undefined): void {
  if (!domain) return;
  api.addDomainName('Domain', {
    domainName: domain.name,
    certificate: Certificate.fromCertificateArn(api, 'Certificate', domain.certificateArn),
    endpointType: EndpointType.REGIONAL,
    securityPolicy: SecurityPolicy.TLS_1_2,
  });
}
