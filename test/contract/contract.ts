import timers from 'node:timers/promises';
import type {
  AuthorizationOrder,
  AuthorizationOutcome,
  Instrument,
  KeepReference,
  MovementOrder,
  MovementOutcome,
} from '../../functions/core/acquirer/acquirer.ts';
import { endBy } from '../../functions/core/aws/deadline.ts';
import { newId } from '../../functions/core/domain/id.ts';
import type { LivePayment } from '../../functions/core/domain/transactions/operation.ts';
import { type Between, startBetween } from './between.ts';
import type { Facts, World } from './world.ts';

/** The security code of all cards, in a form that no other number in a log has. */
export const code = '7391';
export const securityCode = new RegExp(`(?<![\\w.-])${code}(?![\\w.-])`);

type Card = Extract<Instrument, { card: unknown }>;
type Approval<T> = Extract<T, { state: 'approved' }>;

/** The world of an adapter, its facts, and orders to the adapter. */
export type Contract = ReturnType<typeof contractOf>;

/** Starts the world of an adapter for the tests of a file. Each test has an account of its own. */
export function contractOf(startWorld: () => Promise<World>, facts: Facts) {
  const it = { facts } as { facts: Facts; world: World; between: Between; account: string };
  let stored: Map<string, string>;
  let logged: jest.SpyInstance;
  /** The adapter's outcomes, references and errors. Florin may store, show or log them. */
  const told: unknown[] = [];
  const accounts = new Set<string>();
  const newAccount = () => {
    it.account = it.world.account();
    accounts.add(it.account);
  };

  beforeAll(async () => {
    it.world = await startWorld();
    it.world.acquirer = noting(it.world.acquirer, told);
    it.world.readEvent = noting({ readEvent: it.world.readEvent }, told).readEvent;
    it.between = await startBetween(it.world);
  });
  beforeEach(() => {
    stored = new Map();
    it.world.connect(it.between.url);
    newAccount();
    logged = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  });
  afterEach(() => {
    const { accountOf } = it.world;
    const written = [
      logged.mock.calls,
      told.splice(0),
      it.between.seen.map(({ path, query }) => path + query),
    ];
    const ofNobody = it.between.seen.filter(
      (request) => accountOf && !accounts.has(accountOf(request) ?? ''),
    );
    it.between.recover();
    jest.restoreAllMocks();
    endBy(Number.POSITIVE_INFINITY);
    // A request without its account reads and moves the money of the platform.
    expect(ofNobody.map(({ method, path }) => [method, path])).toEqual([]);
    const text = written.flat(3).map(String).join('\n');
    for (const secret of [facts.secrets, securityCode]) expect(text).not.toMatch(secret);
  });
  afterAll(async () => {
    await it.between?.close();
    await it.world?.close();
  });

  /** Stores the acquirer's first id, as Florin does before money is held. */
  const keepFor =
    (id: string): KeepReference =>
    async (reference) => {
      told.push(reference);
      stored.set(id, stored.get(id) ?? reference);
      return stored.get(id);
    };

  const referenceOf = ({ id }: Pick<AuthorizationOrder, 'id'>): string => stored.get(id) ?? '';

  const as = (order: AuthorizationOrder): AuthorizationOrder => ({
    ...order,
    reference: stored.get(order.id),
  });

  const order = (given: Partial<AuthorizationOrder> = {}): AuthorizationOrder => ({
    ...{ acquirer: it.world.name, account: it.account, id: newId(), amount: 1000 },
    ...{ currency: facts.currency, descriptor: 'My shop', ...given },
  });

  const card = (number = facts.cards.good, given: Partial<Card> = {}): Card => ({
    card: { number, code, expiry: { month: 12, year: new Date().getUTCFullYear() + 3 } },
    ...{ store: false, returnUrl: 'https://pos.example/back', ...given },
  });

  const authorize = (asked: AuthorizationOrder, instrument: Instrument = card(), keep = keepFor(asked.id)) =>
    it.world.acquirer.authorize(as(asked), instrument, keep);

  const findAuthorization = (asked: AuthorizationOrder) => it.world.acquirer.findAuthorization(as(asked));

  const movement = (
    kind: MovementOrder['kind'],
    payment: LivePayment,
    amount: number,
    given: Partial<MovementOrder> = {},
  ): MovementOrder => ({
    ...{ acquirer: it.world.name, account: it.account, id: newId(), kind, amount, payment },
    ...{ currency: facts.currency, attempts: 0, ...given },
  });

  return Object.assign(it, {
    /** Continues with another account. */
    renew: newAccount,
    ...{ order, card, keepFor, referenceOf, authorize, findAuthorization, movement },
    /** An authorized payment. */
    paid: async (given = {}, number?: string) =>
      requireApproval(await authorize(order(given), card(number))).payment,
    /** A payment and a movement of it that the acquirer can make. */
    async movable(kind: MovementOrder['kind'], amount = 400): Promise<MovementOrder> {
      const outcome = await authorize(order({ increments: kind === 'increment' }));
      const { payment } = requireApproval(outcome);
      if (kind === 'refund')
        requireApproval(await it.world.acquirer.move(movement('capture', payment, 1000, { final: true })));
      if (kind === 'void') return movement(kind, payment, 1000, { final: true, untouched: true });
      return movement(kind, payment, amount, kind === 'increment' ? { total: 1000 + amount } : {});
    },
    /** Keeps an error, which must contain no secret. */
    note(error: unknown): undefined {
      told.push(String(error), (error as Error)?.stack, JSON.stringify(error));
    },
    /** How many refusals of Florin itself count for the operators' alarm. */
    refusals: () =>
      logged.mock.calls.filter(([line]) => String(line).includes('"AcquirerRefusals":1')).length,
    books: () => it.world.books(it.account),
    /** Ends the wait for an answer that never comes, and shortens the adapter's pauses. @returns a function that ends this */
    hurry(): () => void {
      const [timeout, pause] = [AbortSignal.timeout.bind(AbortSignal), timers.setTimeout];
      const mocks = [
        jest
          .spyOn(AbortSignal, 'timeout')
          .mockImplementation((time) => AbortSignal.any([timeout(time), it.between.silence()])),
        jest.spyOn(timers, 'setTimeout').mockImplementation((time = 0, value) => pause(time / 50, value)),
      ];
      return () => {
        for (const mock of mocks) mock.mockRestore();
      };
    },
    /** Resolves an authorization as the worker does: looks for the outcome, and repeats a request that never arrived. */
    async resolveAuthorization(
      asked: AuthorizationOrder,
      instrument: Instrument = card(),
    ): Promise<AuthorizationOutcome> {
      for (let attempts = 0; attempts < 6; attempts++) {
        const found = await findAuthorization(asked);
        const last = found.state === 'absent' ? await authorize(asked, instrument) : found;
        if (last.state !== 'unknown' && last.state !== 'absent') return last;
      }
      throw new Error('The authorization stays open');
    },
    async resolve(wanted: MovementOrder): Promise<MovementOutcome> {
      let { attempts } = wanted;
      for (let looks = 0; looks < 6; looks++) {
        const found = await it.world.acquirer.find(wanted);
        const last = found.state === 'absent' ? await it.world.acquirer.move({ ...wanted, attempts }) : found;
        if (last.state !== 'unknown' && last.state !== 'absent') return last;
        if ('ended' in last) attempts++;
      }
      throw new Error('The movement stays open');
    },
  });
}

/** An adapter that notes what its functions return. */
function noting<T extends object>(adapter: T, told: unknown[]): T {
  const noted = Object.entries(adapter).map(([name, call]: [string, Call]) => {
    if (name === 'refusalOf') return [name, call];
    return [
      name,
      async (...given: unknown[]) => {
        const returned = await call(...given);
        told.push(JSON.stringify(returned));
        return returned;
      },
    ];
  });
  return Object.fromEntries(noted) as T;
}

type Call = (...given: unknown[]) => unknown;

/** The outcome, which must be an approval. */
export function requireApproval<T extends AuthorizationOutcome | MovementOutcome>(outcome: T): Approval<T> {
  expect(outcome).toMatchObject({ state: 'approved' });
  return outcome as Approval<T>;
}
