import { functionOf, resolve, resourcesOf, type Template } from '../template.ts';

/** A function that AWS runs by a schedule. The runner runs it only if the schedule is a rate, or if somebody invokes it. */
export interface Scheduled {
  function: string;
  /** As in the template: `cron(0 3 * * ? *)`. */
  expression: string;
}

export function readSchedules(template: Template): Scheduled[] {
  return resourcesOf(template, 'AWS::Events::Rule').flatMap(([, { Properties = {} }]) => {
    const { ScheduleExpression: expression, Targets = [] } = Properties;
    if (!expression) return [];
    return (resolve(template, Targets) as { Arn: string }[]).map(({ Arn }) => ({
      function: functionOf(template, Arn),
      expression,
    }));
  });
}
