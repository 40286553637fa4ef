import { EndpointType, SecurityPolicy, type SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { Domain } from '../stage.ts';

/** Makes an API available at a domain of the deployer, who points the domain's DNS record at API Gateway. */
export function addDomain(api: SpecRestApi, domain: Domain | undefined): void {
  if (!domain) return;
  api.addDomainName('Domain', {
    domainName: domain.name,
    certificate: Certificate.fromCertificateArn(api, 'Certificate', domain.certificateArn),
    endpointType: EndpointType.REGIONAL,
    securityPolicy: SecurityPolicy.TLS_1_2,
  });
}
