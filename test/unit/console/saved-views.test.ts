import {
  mostViews,
  removeView,
  savedViews,
  saveView,
} from '../../../functions/console/client/payments/saved-views.tsx';

const memory = new Map<string, string>();

beforeEach(() => {
  memory.clear();
  Object.assign(globalThis, {
    localStorage: {
      getItem: (name: string) => memory.get(name) ?? null,
      setItem: (name: string, value: string) => memory.set(name, value),
    },
  });
});

afterAll(() => {
  Reflect.deleteProperty(globalThis, 'localStorage');
});

const refunds = { name: 'Refunds', query: { state: 'refunded' } };
const large = { name: 'Large', query: { amount: '100000' } };

test('a view is kept for one user and one merchant', () => {
  saveView('ann', 'shop', refunds);
  expect(saveView('ann', 'shop', large)).toEqual([refunds, large]);
  expect(savedViews('ann', 'shop')).toEqual([refunds, large]);
  expect(savedViews('bob', 'shop')).toEqual([]);
  expect(savedViews('ann', 'other')).toEqual([]);
  expect(removeView('ann', 'shop', 'Refunds')).toEqual([large]);
  expect(savedViews('ann', 'shop')).toEqual([large]);
});

test('a name has one view, and the oldest view is dropped when there are too many', () => {
  saveView('ann', 'shop', refunds);
  expect(saveView('ann', 'shop', { ...refunds, query: large.query })).toEqual([
    { ...refunds, query: large.query },
  ]);
  for (let count = 0; count < mostViews; count++)
    saveView('ann', 'shop', { ...large, name: `View ${count}` });
  expect(savedViews('ann', 'shop')).toHaveLength(mostViews);
  expect(savedViews('ann', 'shop').map(({ name }) => name)).not.toContain('Refunds');
});

test.each(['{', 'null', '{}', '[1, null, {"name": 1}, {"name": "a", "query": {"b": 1}}]'])(
  'a browser’s storage with %s has no view',
  (text) => {
    memory.set('florin.views.ann.shop', text);
    expect(savedViews('ann', 'shop')).toEqual([]);
  },
);
