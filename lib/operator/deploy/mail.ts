/** The state of SES for the sender of a stage. A fact is absent if it could not be read. */
export interface MailFacts {
  /** SES sends mails. It stops for an account with many bounces. */
  sends?: boolean;
  /** SES sends to all addresses, not only to verified ones. */
  sendsToAll?: boolean;
  /** The identity of the sender in SES. */
  sender?: { verified: boolean; configurationSet?: string };
}

/** A reason for which mails of a stage do not arrive. `remedy` says what to do. */
export interface MailFault {
  name: string;
  says: string;
  remedy: string;
}

/** The sender of a stage that sets none. Nobody can verify it. */
export const noSender = 'florin@example.com';

export function mailFaults(address: string, { sends, sendsToAll, sender }: MailFacts): readonly MailFault[] {
  if (address === noSender)
    return [
      {
        name: 'mail.sender',
        says: '`mailFrom` is not set, so that every mail ends in MailDeadLetters',
        remedy: 'deploy with the setting `mailFrom`',
      },
    ];
  const { verified, configurationSet } = sender ?? {};
  return [
    sends === false && {
      name: 'mail.stopped',
      says: 'SES has stopped all mail of the account',
      remedy: 'look at the account’s status and reputation in the console of SES',
    },
    sendsToAll === false && {
      name: 'mail.sandbox',
      says: 'SES is in its sandbox and refuses mail to customers',
      remedy: 'ask AWS for production access',
    },
    verified === false && {
      name: 'mail.identity',
      says: `SES has not verified ${address} or its domain`,
      remedy: 'verify one of them',
    },
    configurationSet !== undefined && {
      name: 'mail.configuration-set',
      says: `the identity of ${address} has the default configuration set ${configurationSet}, which no function may use: SES refuses every mail`,
      remedy: 'remove the default',
    },
  ].filter((fault) => fault !== false);
}

/** The fields that are read of an identity, as SES names them. */
interface Identity {
  VerifiedForSendingStatus?: boolean | undefined;
  ConfigurationSetName?: string | undefined;
}

/**
 * The identity of an address, or of its domain.
 *
 * @param ask returns undefined for an identity that SES does not have
 */
export async function readSender(
  address: string,
  ask: (identity: string) => Promise<Identity | undefined>,
): Promise<MailFacts['sender']> {
  for (const identity of [address, address.replace(/^.*@/, '')]) {
    const found = await ask(identity);
    if (found)
      return {
        verified: found.VerifiedForSendingStatus === true,
        ...(found.ConfigurationSetName && { configurationSet: found.ConfigurationSetName }),
      };
  }
  return { verified: false };
}
