import { awsService } from '../aws-service.ts';
import { onOwnTable } from '../own-table.ts';

/**
 * Provides use cases that send mails, in this process, and a stand-in for SES.
 *
 * @param unvouched the mails a day of all merchants together that nobody vouches for
 */
export function withMails<T extends object>(load: () => Promise<T>, unvouched = 100) {
  const mails: { to: string; subject: string; text: string }[] = [];
  /** The error with which SES refuses mails to an address. */
  const refusals = new Map<string, string>();
  const ses = awsService(({ Content, Destination }) => {
    const [to] = Destination.ToAddresses;
    if (refusals.has(to)) return [400, { __type: refusals.get(to) }];
    const { Subject, Body } = Content.Simple;
    mails.push({ to, subject: Subject.Data, text: Body.Text.Data });
    return [200, { MessageId: '1' }];
  });

  const own = onOwnTable(async () => {
    Object.assign(process.env, {
      AWS_ENDPOINT_URL_SES: await ses.listen(),
      MAIL_FROM: 'pay@florin.test',
      CONSOLE_URL: 'https://console.florin.test',
      POS_URL: 'https://pos.florin.test',
      UNVOUCHED_TEST_MAILS: String(unvouched),
      UNVOUCHED_LIVE_MAILS: String(unvouched),
    });
    return {
      ...(await import('../../../functions/core/domain/id.ts')),
      ...(await import('../../../functions/core/messages/catalogue.ts')),
      ...(await import('../../../functions/core/store/mail/receipts.ts')),
      ...(await import('../../../functions/core/store/merchants/acquirer-accounts.ts')),
      ...(await import('../../../functions/core/store/merchants/merchants.ts')),
      ...(await import('../../../functions/core/store/table/keys.ts')),
      ...(await import('../../../functions/core/store/table/transact.ts')),
      ...(await import('../../../functions/core/usecases/mail/mail-merchant.ts')),
      ...(await load()),
    };
  });

  let logged: jest.SpyInstance;
  beforeEach(() => {
    mails.length = 0;
    refusals.clear();
    own.proxy.instead = undefined;
    logged = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  });
  afterEach(() => jest.restoreAllMocks());

  /** The log lines about mails that were not sent. */
  const withheld = (): Record<string, unknown>[] =>
    logged.mock.calls
      .flatMap(([text]) => String(text).split('\n'))
      .filter((line) => line.includes('MailsWithheld'))
      .map((line) => JSON.parse(line));

  return { own, mails, refusals, withheld };
}
