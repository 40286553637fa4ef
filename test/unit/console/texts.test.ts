import { consoleCatalogue } from '#messages/console/catalogue.ts';
import { consoleLanguages } from '#messages/console/languages.ts';
import { deviceName } from '../../../functions/console/client/device.ts';

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

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36',
    'Chrome, Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1',
    'Safari, iPhone',
  ],
  ['curl/8', 'curl/8'],
  [null, undefined],
])('the device of %p', (agent, name) => {
  expect(deviceName(agent)).toBe(name);
});
