import type { Decline } from '#acquirer/decline.ts';
import { daySeconds, inSeconds } from '#basics/time.ts';
import type { Caller } from '#domain/caller.ts';
import type { Card } from '#domain/cards/card.ts';
import {
  type CardConsent,
  type CustomerCard,
  hasEnded,
  mostTries,
  renewalTime,
} from '#domain/cards/customer-card.ts';
import type { Id } from '#domain/id.ts';
import { NotFound, Refused } from '#domain/outcome.ts';
import { requireMember } from '../merchants/members.ts';
import { cardsOfCustomer, cardUseKey, customerCardKey } from '../table/keys.ts';
import { listFrom, type Slice } from '../table/list.ts';
import { get, type Item } from '../table/read.ts';
import { discard, mustExist, put, remove, transact, update, type Write } from '../table/transact.ts';

type CardItem = Item & Omit<CustomerCard, 'credential' | 'used' | 'tries'> & { credential: string };
type Use = Item & Pick<CustomerCard, 'used' | 'tries'>;

const cardIn = ({ id, merchantId, customer, agreed, card, credential }: CardItem): CustomerCard => ({
  id,
  merchantId,
  customer,
  agreed,
  card,
  credential: JSON.parse(credential),
});

/** The time at which DynamoDB may delete the card: a day after its last month has ended, in every time zone, or a year later. */
const expiryOf = (saved: Pick<CustomerCard, 'card' | 'credential'>): number =>
  inSeconds(Date.parse(saved.card.expiry) + renewalTime(saved)) + daySeconds;

/**
 * Saves the card of a transaction, and deletes the cards that it replaces.
 *
 * @param transaction the successful transaction whose card is saved
 * @param credential the acquirer's reference to the card; undefined if the acquirer has not saved it
 */
export const keepCard = (
  { id, merchantId, card }: { id: Id; merchantId: Id; card?: Card },
  credential: unknown,
  consent: CardConsent | undefined,
): Write[] => {
  if (!consent || !credential || !card) return [];
  const { customer, agreed, replaces } = consent;
  return [
    // A second copy of the request may find the card that the first copy has saved, and must not delete it.
    ...replaces.filter((other) => other !== id).flatMap(forgetCard),
    {
      item: put({
        ...customerCardKey(id),
        id,
        merchantId,
        customer,
        agreed,
        card,
        credential: JSON.stringify(credential),
        expires: expiryOf({ card, credential }),
        listPk: cardsOfCustomer(merchantId, customer).pk,
        listSk: id,
      }),
    },
  ];
};

/** Deletes a saved card and the record of its uses. Items that do not exist cause no error. */
export const forgetCard = (id: Id): Write[] =>
  [customerCardKey(id), cardUseKey(id)].map((key) => ({ item: discard(key) }));

/** Reads a card without its last use and its tries, which are in another item. */
export async function getCustomerCard(id: Id): Promise<CustomerCard | undefined> {
  const item = await get<CardItem>(customerCardKey(id));
  return item && cardIn(item);
}

/** Lists the cards of a customer, which are few. */
export async function listCustomerCards(
  merchantId: Id,
  customer: string,
  slice: Slice,
): Promise<CustomerCard[]> {
  const cards: CustomerCard[] = [];
  const uses = new Map<string, Use>();
  // Each card is one item. Its uses are a second item.
  const items = listFrom<CardItem | Use>(cardsOfCustomer(merchantId, customer), slice, 100);
  for await (const item of items)
    if (item.sk === customerCardKey('').sk) cards.push(cardIn(item as CardItem));
    else uses.set(item.pk, item as Use);
  return cards.map((card) => {
    const { used, tries } = uses.get(customerCardKey(card.id).pk) ?? {};
    return { ...card, used, tries };
  });
}

/** The same error for every unusable card, so that the error does not tell which cards exist. */
const unusableCardError = () =>
  new Refused([{ field: 'card.saved', message: 'Must be a saved card of the customer of this link' }]);

/** @throws Refused if the card does not belong to the customer, or has expired */
export function requireCard(
  saved: CustomerCard | undefined,
  { merchantId, customer }: Partial<Pick<CustomerCard, 'merchantId' | 'customer'>>,
): CustomerCard {
  const isTheirs = saved?.merchantId === merchantId && saved?.customer === customer;
  if (!saved || !isTheirs || hasEnded(saved)) throw unusableCardError();
  return saved;
}

/**
 * Records a payment with the card's security code before the payment is sent. Fails if there were too many wrong codes,
 * or the card was deleted.
 */
export const tryCode = (
  { id, merchantId, customer, card, credential }: CustomerCard,
  transactionId: Id,
): Write[] => [
  { item: mustExist(customerCardKey(id)), onFailed: unusableCardError },
  {
    item: update(
      cardUseKey(id),
      'ADD tries :tries SET listPk = :list, listSk = :sort, expires = :expires',
      {
        ':tries': new Set([transactionId]),
        ':id': transactionId,
        ':most': mostTries,
        ':list': cardsOfCustomer(merchantId, customer).pk,
        ':sort': `${id}#use`,
        ':expires': expiryOf({ card, credential }),
      },
      // A repeat of the same payment does not count as another guess.
      { condition: 'attribute_not_exists(tries) OR size(tries) < :most OR contains(tries, :id)' },
    ),
    onFailed: unusableCardError,
  },
];

/** Ends a try of a saved card's security code. Only a wrong code and an expired card count: after five of them the card is not offered. */
export const endCodeTry = (
  saved: Id | undefined,
  transactionId: Id,
  decline: Decline | undefined,
): Write[] =>
  saved === undefined ||
  decline === 'PAYMENT_CARD_SECURITY_CODE_INVALID' ||
  decline === 'PAYMENT_CARD_EXPIRED'
    ? []
    : [
        {
          item: update(
            cardUseKey(saved),
            `DELETE tries :tries SET expires = if_not_exists(expires, :soon)${decline ? '' : ', used = :id'}`,
            {
              ':tries': new Set([transactionId]),
              // If the card was removed in the meantime, this write creates an item, which must expire.
              ':soon': inSeconds(Date.now()) + daySeconds,
              ...(decline ? {} : { ':id': transactionId }),
            },
          ),
        },
      ];

/**
 * Deletes a customer's card.
 *
 * @param caller the app that deletes it; undefined for the customer
 * @throws NotFound if the card does not belong to the customer, or was deleted; NoAccess
 */
export async function removeCard(
  saved: CustomerCard | undefined,
  { merchantId, customer }: Pick<CustomerCard, 'merchantId' | 'customer'>,
  caller?: Caller,
): Promise<void> {
  if (saved?.merchantId !== merchantId || saved.customer !== customer) throw new NotFound();
  const { id } = saved;
  await transact([
    ...(caller === undefined ? [] : [requireMember(merchantId, caller)]),
    { item: remove(customerCardKey(id)), onFailed: () => new NotFound() },
    { item: discard(cardUseKey(id)) },
  ]);
}
