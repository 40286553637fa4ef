import { type LinkTemplate, linkTemplates } from '../../../functions/console/client/link-templates.ts';

const template = (name: string, over: Partial<LinkTemplate> = {}): LinkTemplate => ({
  name,
  amount: '',
  currency: 'EUR',
  text: 'Invoice',
  reference: '',
  uses: '1',
  life: '30',
  ...over,
});

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

test('templates are kept for one user at one merchant, and one with the same name is replaced', () => {
  linkTemplates.save('u', 'm', template('Class'));
  linkTemplates.save('u', 'm', template('Class', { amount: '12.50' }));
  expect(linkTemplates.of('u', 'm')).toEqual([template('Class', { amount: '12.50' })]);
  expect([linkTemplates.of('u', 'n'), linkTemplates.of('v', 'm')]).toEqual([[], []]);
  expect(linkTemplates.remove('u', 'm', 'Class')).toEqual([]);
});

test('at most 20 are kept, and what is no template is left out', () => {
  for (let n = 0; n < 25; n++) linkTemplates.save('u', 'm', template(String(n)));
  expect(linkTemplates.of('u', 'm').map(({ name }) => name)).toEqual(
    Array.from({ length: 20 }, (_, n) => String(n + 5)),
  );
  const stored = [template('Good'), { name: 'Bad' }, null, template('Long', { text: 'x'.repeat(1025) })];
  memory.set('florin.templates.u.m', JSON.stringify(stored));
  expect(linkTemplates.of('u', 'm')).toEqual([template('Good')]);
});
