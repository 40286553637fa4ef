import { catalogue } from '#messages/catalogue.ts';
import { languages } from '#messages/languages.ts';

/** Each text by its place, `page.form.title`. */
function flat(messages: object, prefix = ''): [string, string][] {
  return Object.entries(messages).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + name, value]] : flat(value, `${prefix}${name}.`),
  );
}

const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

test('the catalogue has every language that is spoken', () => {
  expect(Object.keys(catalogue)).toEqual([...languages]);
});

test.each(languages)(
  '%s says everything that English says and no more, with the same places for values',
  (name) => {
    const shape = (messages: object) => flat(messages).map(([id, text]) => [id, places(text)]);
    expect(shape(catalogue[name])).toEqual(shape(catalogue.en));
    expect(flat(catalogue[name]).filter(([, text]) => text.trim() === '')).toEqual([]);
  },
);
