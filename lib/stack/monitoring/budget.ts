import type { Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Topic } from 'aws-cdk-lib/aws-sns';

/**
 * Tells the topic of the alarms when the account has spent 80 % of the budget of a month, and when AWS forecasts more
 * than all of it. The budget counts the whole account, as costs by tag would need a setting in its payer's account.
 *
 * CloudFormation names the budget. A fixed name would have to be unique in the account, so a second region would
 * fail, and also each change of a notification, which replaces the budget.
 *
 * @param dollars the budget of a month, in US dollars
 */
export function makeBudget(scope: Stack, dollars: number, topic: Topic): void {
  const notice = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
    notification: {
      ...{ notificationType, threshold, thresholdType: 'PERCENTAGE', comparisonOperator: 'GREATER_THAN' },
    },
    subscribers: [{ subscriptionType: 'SNS', address: topic.topicArn }],
  });
  new CfnBudget(scope, 'Budget', {
    budget: {
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: dollars, unit: 'USD' },
    },
    notificationsWithSubscribers: [notice('ACTUAL', 80), notice('FORECASTED', 100)],
  });
}
