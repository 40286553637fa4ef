/**
 * Stands in for `@aws-sdk/credential-provider-node` in the bundles. Lambda has its credentials in the
 * environment, and so has the local runner: the providers for SSO, web identity, profiles and instance
 * metadata would only add to the cold start (design.md, decision 4).
 */
export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';
