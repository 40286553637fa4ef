import type { Template } from '../template.ts';
import type { Api } from './api.ts';
import { apiOfOutput } from './read-api.ts';

/** Reads the three APIs of the template, with addresses of this machine in place of those of AWS. */
export function localApis(
  template: Template,
  urls: Record<'base' | 'pos' | 'console', string>,
): { base: Api; pos: Api; console: Api } {
  const addresses = { baseUrl: urls.base, posUrl: urls.pos, consoleUrl: urls.console };
  return {
    base: withLocalAddresses(apiOfOutput(template, 'BaseUrl'), addresses),
    pos: withLocalAddresses(apiOfOutput(template, 'PosUrl'), addresses),
    console: withLocalAddresses(apiOfOutput(template, 'ConsoleUrl'), addresses),
  };
}

function withLocalAddresses(api: Api, addresses: Record<string, string>): Api {
  const variables = Object.entries(api.stageVariables ?? {});
  if (variables.length === 0) return api;
  return {
    ...api,
    stageVariables: Object.fromEntries(variables.map(([name, value]) => [name, addresses[name] ?? value])),
  };
}
