import { failure } from '../../../api/support/answer.ts';
import { onOwnTable } from '../../own-table.ts';

const own = onOwnTable(async () => ({
  ...(await import('../../../../functions/core/domain/id.ts')),
  ...(await import('../../../../functions/core/store/table/read.ts')),
  ...(await import('../../../../functions/core/store/table/transact.ts')),
  ...(await import('../../../../functions/core/store/table/unneeded-writes.ts')),
  ...(await import('../../../../functions/core/store/table/write-one.ts')),
}));

afterEach(() => {
  own.proxy.instead = undefined;
  own.proxy.afterAnswer = undefined;
});

const keyOf = (name: string) => ({ pk: name, sk: 'item' });
const someKey = () => keyOf(own.newId());
const isNew = 'attribute_not_exists(pk)';
const by = async (key: { pk: string; sk: string }) => (await own.get<{ by?: string } & typeof key>(key))?.by;

/** The requests to the engine, as they were sent. */
function recordRequests(answers: (ReturnType<typeof failure> | undefined)[] = []): Record<string, never>[] {
  const requests: Record<string, never>[] = [];
  own.proxy.instead = (operation, body) => {
    if (!/Write|Put/.test(operation)) return undefined;
    requests.push(JSON.parse(body));
    return answers[requests.length - 1];
  };
  return requests;
}

/** Cuts the connection after the first write has had its effect. */
function loseFirstAnswer(): void {
  let lost = false;
  own.proxy.afterAnswer = (operation) => {
    if (!/Write|Put/.test(operation) || lost) return;
    lost = true;
    throw new Error('The connection is cut');
  };
}

const cancelled = (...codes: string[]) =>
  failure('TransactionCanceledException', { CancellationReasons: codes.map((Code) => ({ Code })) });

describe('writeOne', () => {
  const write = (key: ReturnType<typeof keyOf>, name: string, isDone?: (existing?: object) => boolean) =>
    own.writeOne({ item: own.put({ ...key, by: name }, isNew), onFailed: own.unneededWrite }, isDone);
  const isOwn = (existing?: { by?: string }) => existing?.by === 'me';

  test('writeOne writes an item once', async () => {
    const key = someKey();
    expect([await write(key, 'me', isOwn), await write(key, 'me', isOwn)]).toEqual([true, false]);
  });

  test('writeOne updates and removes an item', async () => {
    const key = someKey();
    const remove = () => own.writeOne({ item: own.remove(key), onFailed: own.unneededWrite });
    expect(await remove()).toBe(false);
    await own.writeOne({
      item: own.update(key, 'SET #by = :by', { ':by': 'me' }, { names: { '#by': 'by' } }),
    });
    expect([await by(key), await remove(), await own.get(key)]).toEqual(['me', true, undefined]);
  });

  test('writeOne recognizes its own item after a lost response, and not that of another writer', async () => {
    const [mine, theirs] = [someKey(), someKey()];
    loseFirstAnswer();
    expect(await write(mine, 'me', isOwn)).toBe(true);
    await write(theirs, 'them');
    loseFirstAnswer();
    expect([await write(theirs, 'me', isOwn), await by(theirs)]).toEqual([false, 'them']);
  });

  test('writeOne takes no other writer’s item for its own after a conflict, which had no effect', async () => {
    const key = someKey();
    await write(key, 'me');
    recordRequests([failure('TransactionConflictException')]);
    expect(await write(key, 'me', isOwn)).toBe(false);
  });

  test('writeOne returns false for a repeat after a lost response if there is no `isDone`', async () => {
    loseFirstAnswer();
    expect(await write(someKey(), 'me')).toBe(false);
  });

  test('writeOne throws the error of a failed condition, or of a failed write', async () => {
    const key = someKey();
    const item = own.put({ ...key }, isNew);
    await own.writeOne({ item });
    await expect(own.writeOne({ item })).rejects.toMatchObject({ name: 'ConditionalCheckFailedException' });
    const onFailed = () => new Error('Taken');
    await expect(own.writeOne({ item, onFailed })).rejects.toThrow('Taken');
    recordRequests([failure('ValidationException')]);
    await expect(own.writeOne({ item })).rejects.toMatchObject({ name: 'ValidationException' });
  });

  test('writeOne moves a throttled write elsewhere, unless an earlier attempt may have had its effect', async () => {
    const throttled = failure('ThrottlingException');
    const [here, there] = [someKey(), someKey()];
    const onThrottled = async () => own.put({ ...there, by: 'me' }, isNew);
    const item = own.put({ ...here, by: 'me' }, isNew);
    recordRequests([throttled]);
    await own.writeOne({ item, onThrottled });
    expect([await by(here), await by(there)]).toEqual([undefined, 'me']);
    const [again, elsewhere] = [someKey(), someKey()];
    recordRequests([failure('InternalServerError', {}, 500), throttled]);
    await own.writeOne({
      item: own.put({ ...again, by: 'me' }, isNew),
      onThrottled: async () => own.put({ ...elsewhere, by: 'me' }, isNew),
    });
    expect([await by(again), await by(elsewhere)]).toEqual(['me', undefined]);
  });
});

describe('transact', () => {
  type Sent = { ClientRequestToken: string; TransactItems: { Put: { Item: { pk: { S: string } } } }[] };
  const tokens = (requests: object[]) =>
    (requests as Sent[]).map(({ ClientRequestToken }) => ClientRequestToken);
  const places = (requests: object[]) =>
    (requests as Sent[]).map(({ TransactItems }) => TransactItems.map(({ Put }) => Put.Item.pk.S));
  const [a, b, c] = ['a', 'b', 'c'].map((name) => `${name}-${Math.random()}`) as [string, string, string];
  const write = (pk: string) => ({ item: own.put({ ...keyOf(pk) }) });

  test('transact repeats a cancellation that names no reason', async () => {
    const pk = `unnamed-${Math.random()}`;
    recordRequests([cancelled()]);
    await own.transact([{ item: own.put({ ...keyOf(pk), by: 'me' }) }]);
    expect(await by(keyOf(pk))).toBe('me');
  });

  test('transact moves only the writes that another transaction holds or that are throttled, with another token', async () => {
    const requests = recordRequests([
      cancelled('TransactionConflict', 'None'),
      cancelled('None', 'ThrottlingError'),
      cancelled('None', 'ProvisionedThroughputExceeded'),
    ]);
    let throttled = 0;
    await own.transact([
      { ...write(a), onTaken: async () => write(c).item, onThrottled: async () => write(b).item },
      {
        ...write(b),
        onTaken: async () => write(c).item,
        onThrottled: async () => write(`${b}${++throttled}`).item,
      },
    ]);
    expect(places(requests)).toEqual([
      [a, b],
      [c, b],
      [c, `${b}1`],
      [c, `${b}2`],
    ]);
    expect(new Set(tokens(requests)).size).toBe(4);
  });

  test('transact repeats an identical request if nothing moves, or an attempt may have had its effect', async () => {
    const stays = recordRequests([cancelled('TransactionConflict', 'ThrottlingError')]);
    await own.transact([{ ...write(a), onTaken: async () => undefined }, write(b)]);
    const unknown = recordRequests([
      failure('InternalServerError', {}, 500),
      cancelled('TransactionConflict', 'None'),
    ]);
    await own.transact([{ ...write(a), onTaken: async () => write(c).item }, write(b)]);
    for (const requests of [stays, unknown]) {
      expect(new Set(tokens(requests)).size).toBe(1);
      expect(new Set(places(requests).map(String))).toEqual(new Set([`${a},${b}`]));
    }
    expect([stays.length, unknown.length]).toEqual([2, 3]);
  });

  test('transact moves a write after the whole request was throttled because that had no effect', async () => {
    const requests = recordRequests([
      failure('ThrottlingException'),
      cancelled('TransactionConflict', 'None'),
    ]);
    await own.transact([{ ...write(a), onTaken: async () => write(c).item }, write(b)]);
    expect(places(requests)).toEqual([
      [a, b],
      [a, b],
      [c, b],
    ]);
    const [first, second, third] = tokens(requests);
    expect([second === first, third === first]).toEqual([true, false]);
  });

  const failing = (pk: string) => ({ ...write(pk), onFailed: () => new Error(pk) });

  test('transact does not repeat a failed condition, even beside later conflicts; the first in the list decides the error', async () => {
    const requests = recordRequests([
      cancelled('None', 'ConditionalCheckFailed', 'TransactionConflict', 'ConditionalCheckFailed'),
    ]);
    // The first failed condition decides, so an alternative for a later write is useless, and its error would hide the
    // first error.
    const onTaken = async () => Promise.reject(new Error('Moved in vain'));
    const onThrottled = onTaken;
    await expect(
      own.transact([write(a), failing(b), { ...write(c), onTaken, onThrottled }, failing(b)]),
    ).rejects.toThrow(b);
    expect(requests).toHaveLength(1);
  });

  test.each(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])(
    'a failed condition does not end the request while an earlier write has %s because that write decides the error',
    async (code) => {
      const requests = recordRequests([
        cancelled('None', code, 'ConditionalCheckFailed'),
        cancelled('None', 'ConditionalCheckFailed', 'ConditionalCheckFailed'),
      ]);
      await expect(own.transact([write(a), failing(b), failing(c)])).rejects.toThrow(b);
      expect(requests).toHaveLength(2);
    },
  );

  test('transact stops waiting for a conflict if the alternative is pointless', async () => {
    const requests = recordRequests([cancelled('TransactionConflict')]);
    const onTaken = async () => Promise.reject(new Error('Answered meanwhile'));
    await expect(own.transact([{ ...write(a), onTaken }])).rejects.toThrow('Answered meanwhile');
    expect(requests).toHaveLength(1);
  });

  test('transact gives the present item to the error of a failed condition', async () => {
    const key = someKey();
    await own.transact([{ item: own.put({ ...key, by: 'them' }) }]);
    const seen: unknown[] = [];
    const onFailed = (existing: unknown) => {
      seen.push(existing);
      return new Error('Taken');
    };
    for (const item of [
      own.put({ ...key }, isNew),
      own.update(key, 'SET x = :x', { ':x': 1 }, { condition: isNew }),
    ])
      await expect(own.transact([{ item, onFailed }])).rejects.toThrow('Taken');
    expect(seen).toEqual([
      { ...key, by: 'them' },
      { ...key, by: 'them' },
    ]);
  });

  test('transact fails if an item to remove does not exist, and not if an item to discard does not exist', async () => {
    const key = someKey();
    await expect(own.transact([{ item: own.remove(key) }])).rejects.toMatchObject({
      name: 'TransactionCanceledException',
    });
    await own.transact([{ item: own.discard(key) }]);
    await expect(own.transact([{ item: own.mustExist(key) }])).rejects.toThrow();
    await own.transact([{ item: own.put({ ...key }) }]);
    await own.transact([{ item: own.mustExist(key) }]);
    await own.transact([{ item: own.remove(key) }]);
    expect(await own.get(key)).toBeUndefined();
  });
});
