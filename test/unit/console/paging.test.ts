import { pageOf } from '../../../functions/console/client/lists/paging.tsx';

const ids = (...names: string[]) => names.map((id) => ({ id }));

test('the first page leads to older entries only', () => {
  const page = pageOf(ids('5', '4', '3'), {}, 2);
  expect(page).toMatchObject({
    items: ids('5', '4'),
    newer: undefined,
    older: { before: '4' },
    isLater: false,
  });
});

test('a page before a cursor leads both ways', () => {
  const page = pageOf(ids('3', '2', '1'), { before: '4' }, 2);
  expect(page).toMatchObject({
    items: ids('3', '2'),
    newer: { after: '3' },
    older: { before: '2' },
    isLater: true,
  });
});

test('a page after a cursor has the newest first, though the API answers with the oldest first', () => {
  const page = pageOf(ids('4', '5', '6'), { after: '3' }, 2);
  expect(page).toMatchObject({ items: ids('5', '4'), newer: { after: '5' }, older: { before: '4' } });
});

test('the first and the last page of a list have no cursor beyond them', () => {
  expect(pageOf(ids('2', '1'), { before: '3' }, 2).older).toBeUndefined();
  expect(pageOf(ids('4', '5'), { after: '3' }, 2).newer).toBeUndefined();
  expect(pageOf([], {}, 2)).toMatchObject({ items: [], newer: undefined, older: undefined });
});

test('a page of a search that has stopped early continues after the last entry that was searched', () => {
  expect(pageOf(ids('8'), {}, 2, '5')).toMatchObject({ newer: undefined, older: { before: '5' } });
  expect(pageOf([], { before: '5' }, 2, '2')).toMatchObject({ newer: undefined, older: { before: '2' } });
  expect(pageOf(ids('6'), { after: '5' }, 2, '8')).toMatchObject({
    newer: { after: '8' },
    older: { before: '6' },
  });
});
