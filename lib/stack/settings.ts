import type { Construct } from 'constructs';
import { type Setting, SettingError, type StageName } from '../settings.ts';

/** @throws for an invalid value, so that a mistyped setting deploys nothing */
export function settingOf(
  scope: Construct,
  stage: StageName,
  { context, fallback, pattern, form }: Setting,
): string {
  const usual = typeof fallback === 'string' ? fallback : fallback[stage];
  const value = String(scope.node.tryGetContext(context) ?? usual);
  if (!pattern.test(value)) throw new SettingError(`The context ${context}=${value} must be ${form}`);
  return value;
}
