import { awsService } from './aws-service.ts';

/** Stands in for SQS in this process. `messages` has the bodies of the messages that the present test has sent. */
export function sqsMessages<Body extends object = Record<string, unknown>>() {
  const messages: Body[] = [];
  const { listen } = awsService(({ Entries }) => {
    messages.push(...Entries.map(({ MessageBody }: { MessageBody: string }) => JSON.parse(MessageBody)));
    return [200, {}];
  });
  beforeEach(() => {
    messages.length = 0;
  });
  return { messages, listen };
}
