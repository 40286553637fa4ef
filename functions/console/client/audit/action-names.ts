import { auditNames } from '#domain/merchants/access.ts';
import { t } from '../values/texts.ts';

/** The words for an action in the audit log, by the called route. The log shows an unknown route by its own name. */
export function actionName(action: string): string {
  const name = Object.hasOwn(auditNames, action) ? auditNames[action] : undefined;
  return name ? t.audit.actions[name] : action;
}
