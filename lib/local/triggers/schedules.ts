import { functionOf, resolve, resourcesOf, type Template } from '../template.ts';

/** A function that runs by the clock in AWS; here too at a rate, and when it is invoked. */
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
