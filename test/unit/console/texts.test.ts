import { consoleCatalogue } from '#messages/console/catalogue.ts';
import { consoleLanguages } from '#messages/console/languages.ts';

type Tree = { [name: string]: string | Tree };

/** All texts of a language by their path: `move.done.refund`. */
const flat = (tree: Tree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [[`${path}${name}`, value] as [string, string]]
      : flat(value, `${path}${name}.`),
  );

const placesIn = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

const english = new Map(flat(consoleCatalogue.en));

describe.each(consoleLanguages)('the texts in %s', (language) => {
  const texts = flat(consoleCatalogue[language]);

  test('are the same ones as in English, none of them empty', () => {
    expect(texts.map(([path]) => path)).toEqual([...english.keys()]);
    expect(texts.filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  test('have the places for values that English has', () => {
    const wrong = texts.filter(
      ([path, text]) => String(placesIn(text)) !== String(placesIn(english.get(path) ?? '')),
    );
    expect(wrong).toEqual([]);
  });
});

test.each(['de', 'da'] as const)('whole sentences in %s are translated', (language) => {
  const same = flat(consoleCatalogue[language]).filter(
    ([path, text]) => text === english.get(path) && text.split(' ').length > 3 && !text.includes('='),
  );
  expect(same).toEqual([]);
});
