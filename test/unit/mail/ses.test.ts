import type { Mail } from '../../../functions/core/mail/ses.ts';
import { awsService } from '../aws-service.ts';

let refusal: [status: number, body: object] = [200, {}];
let asked: unknown;
const { listen } = awsService((body) => {
  asked = body;
  return refusal;
});

let ses: typeof import('../../../functions/core/mail/ses.ts');

beforeAll(async () => {
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SES: await listen(),
    AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_REGION: 'eu-north-1',
    MAIL_FROM: 'pay@florin.test',
  });
  ses = await import('../../../functions/core/mail/ses.ts');
});

const mail: Mail = { to: 'ann@example.com', subject: 'News', text: 'News', html: '<p>News</p>' };

const outcome = () =>
  ses.sendMail(mail).then(
    () => 'sent',
    (error: Error) => error,
  );

// A mail that counts as refused is never sent again. The last failures pass when the operator or SES has solved them.
test.each([
  ['MessageRejected', 400, 'MailRefused'],
  ['BadRequestException', 400, 'MailRefused'],
  ['SendingPausedException', 400, 'Error'],
  ['AccountSuspendedException', 400, 'Error'],
  ['MailFromDomainNotVerifiedException', 400, 'Error'],
  ['LimitExceededException', 400, 'Error'],
  ['AccessDeniedException', 403, 'Error'],
])(
  '%s of SES, status %s, becomes an error %s without an address in its message',
  async (type, status, name) => {
    refusal = [status, { __type: type, message: `Email address ann@example.com is not verified` }];
    expect(await outcome()).toMatchObject({ name, message: `SES SendEmail failed: ${status} ${type}` });
  },
);

test('a mail that SES has taken is sent', async () => {
  refusal = [200, { MessageId: '1' }];
  expect(await outcome()).toBe('sent');
});

test('a mail goes only to its recipient, and replies go to the merchant', async () => {
  const text = (Data: string) => ({ Data, Charset: 'UTF-8' });
  const content = { Subject: text('News'), Body: { Text: text('News'), Html: text('<p>News</p>') } };
  const sent = {
    FromEmailAddress: 'pay@florin.test',
    Destination: { ToAddresses: ['ann@example.com'] },
    Content: { Simple: content },
  };
  await ses.sendMail(mail);
  expect(asked).toEqual(sent);
  await ses.sendMail({ ...mail, sender: 'Tea', replyTo: 'shop@example.com' });
  expect(asked).toEqual({
    ...sent,
    FromEmailAddress: '=?UTF-8?B?VGVh?= <pay@florin.test>',
    ReplyToAddresses: ['shop@example.com'],
  });
});
