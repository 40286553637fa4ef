import type { ConsoleLanguage } from './console/languages.ts';

/** The texts of the mail about a user's passkeys, in the languages of the console. */
export interface PasskeyMailMessages {
  added: string;
  removed: string;
  passkey: string;
  time: string;
  device: string;
  address: string;
  unknown: string;
  unexpected: string;
}

export const passkeyMailMessages: Record<ConsoleLanguage, PasskeyMailMessages> = {
  en: {
    added: 'A passkey was added to your Florin account',
    removed: 'A passkey was removed from your Florin account',
    passkey: 'Passkey',
    time: 'Time',
    device: 'Device',
    address: 'Network address',
    unknown: 'unknown',
    unexpected:
      'If this was not you, act now: sign in by e-mail, end all sessions, remove the passkeys that you do not know, and tell an owner of the merchant account. This page shows your sessions and passkeys:',
  },
  de: {
    added: 'Ein Passkey wurde zu Ihrem Florin-Konto hinzugefügt',
    removed: 'Ein Passkey wurde aus Ihrem Florin-Konto entfernt',
    passkey: 'Passkey',
    time: 'Zeit',
    device: 'Gerät',
    address: 'Netzwerkadresse',
    unknown: 'unbekannt',
    unexpected:
      'Falls Sie das nicht waren, handeln Sie sofort: Melden Sie sich per E-Mail an, beenden Sie alle Sitzungen, entfernen Sie Passkeys, die Sie nicht kennen, und sagen Sie einem Inhaber des Händlerkontos Bescheid. Ihre Sitzungen und Passkeys zeigt diese Seite:',
  },
  da: {
    added: 'En adgangsnøgle blev føjet til din Florin-konto',
    removed: 'En adgangsnøgle blev fjernet fra din Florin-konto',
    passkey: 'Adgangsnøgle',
    time: 'Tidspunkt',
    device: 'Enhed',
    address: 'Netværksadresse',
    unknown: 'ukendt',
    unexpected:
      'Hvis det ikke var dig, så gør noget nu: Log ind via e-mail, afslut alle sessioner, fjern de adgangsnøgler, som du ikke kender, og fortæl det til en ejer af forretningens konto. Denne side viser dine sessioner og adgangsnøgler:',
  },
};
