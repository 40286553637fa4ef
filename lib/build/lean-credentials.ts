/**
 * Replaces `@aws-sdk/credential-provider-node` in the bundles. Lambda and the local runner have their credentials in
 * the environment. The providers for SSO, web identity, profiles and instance metadata would only slow down the cold
 * start (design.md, decision 4).
 */
export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';
