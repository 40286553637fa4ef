import { catalogue } from '#messages/catalogue.ts';
import { consoleCatalogue } from '#messages/console/catalogue.ts';
import { consoleLanguages } from '#messages/console/languages.ts';
import { nameOf, nameWithMode } from '../../../functions/console/client/values/names.ts';
import {
  countText,
  fill,
  preferredLanguage,
  useTexts,
} from '../../../functions/console/client/values/texts.ts';

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

  test('the texts of a language have the same keys as in English, and none is empty', () => {
    expect(texts.map(([path]) => path)).toEqual([...english.keys()]);
    expect(texts.filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  test('the texts of a language have the same placeholders as in English', () => {
    const wrong = texts.filter(
      ([path, text]) => String(placesIn(text)) !== String(placesIn(english.get(path) ?? '')),
    );
    expect(wrong).toEqual([]);
  });
});

test.each(consoleLanguages)('the preview of the payment page in %s has the words of the page', (language) => {
  const { number, pay, terms, privacy } = consoleCatalogue[language].preview;
  const { form, foot } = catalogue[language].page;
  expect({ number, pay, terms, privacy }).toEqual({
    number: form.number,
    pay: form.pay,
    terms: foot.terms,
    privacy: foot.privacy,
  });
});

test.each([
  ['da', /refusion|refunder|“/i],
  ['de', /[^k]erstattungen|\bPosten\b/],
] as const)('the texts in %s have one word for each term', (language, other) => {
  expect(flat(consoleCatalogue[language]).filter(([, text]) => other.test(text))).toEqual([]);
});

test.each(['de', 'da'] as const)('whole sentences in %s are translated', (language) => {
  const same = flat(consoleCatalogue[language]).filter(
    ([path, text]) => text === english.get(path) && text.split(' ').length > 3 && !text.includes('='),
  );
  expect(same).toEqual([]);
});

describe('the language of the console', () => {
  const { localStorage } = globalThis;
  const remembered = (language: string | null) =>
    Object.defineProperty(globalThis, 'localStorage', {
      value: { getItem: (name: string) => (name === 'florin.language' ? language : null) },
      configurable: true,
    });
  afterEach(() => {
    Object.defineProperty(globalThis, 'localStorage', { value: localStorage, configurable: true });
  });

  test.each([
    [['de-AT', 'da'], 'de'],
    [['fr-FR', 'DA-DK', 'en'], 'da'],
    [['fr', 'sv'], 'en'],
    [[], 'en'],
  ])(
    'the language of the console is the first of the browser’s %j that the console has: %s',
    (wishes, language) => {
      for (const other of [null, 'fr', '']) {
        remembered(other);
        expect(preferredLanguage(wishes)).toBe(language);
      }
      remembered('da');
      expect(preferredLanguage(wishes)).toBe('da');
    },
  );

  test('the language of the console has the numbers of the browser’s own region, and a form for one thing and for several', () => {
    const forms = { one: '{count} line', other: '{count} lines' };
    useTexts('en', consoleCatalogue.en, ['de-DE', 'en-IN']);
    expect([1, 0, 1_234_567].map((count) => countText(forms, count))).toEqual([
      '1 line',
      '0 lines',
      '12,34,567 lines',
    ]);
    useTexts('de', consoleCatalogue.de, ['en-GB']);
    expect(countText(forms, 1234)).toBe('1.234 lines');
  });

  test('isolates a right-to-left value, so that the sentence keeps its order, and no other value', () => {
    const values = { name: 'محل الورود', amount: 'EUR 5.00' };
    expect(fill('{name} ({amount})', values)).toBe('\u2068محل الورود\u2069 (EUR 5.00)');
  });

  test('a name neither reorders the sentence nor runs together with the next name', () => {
    useTexts('en', consoleCatalogue.en, ['en-GB']);
    expect(fill('{name} gets {amount}', { name: '\u202eannA', amount: 'EUR 5.00' })).toBe(
      'annA gets EUR 5.00',
    );
    const names = ['Bar', 'محل', '\u2067ورود'];
    expect(fill('Without {names}', { names })).toBe('Without Bar, \u2068محل\u2069 and \u2068ورود\u2069');
  });

  test('a merchant’s name reorders and covers no text beside it, and an invisible name shows the id', () => {
    const id = '6b0a183025b3939f5e79ffa6';
    const shown = (name: string) => nameOf({ id, name });
    expect(shown('\u202e)evil( pohS')).toBe(')evil( pohS');
    expect(shown('\u2067Shop\u2069')).toBe('Shop');
    useTexts('en', consoleCatalogue.en, []);
    expect(nameWithMode({ id, name: '\u202e)evil( pohS', test: true })).toBe(')evil( pohS (Test)');
    expect(nameWithMode({ id, name: 'محل\u2069', test: true })).toBe('\u2068محل\u2069 (Test)');
    expect(shown(`Shop${'\u0301'.repeat(20)}`)).toBe(`Shop${'\u0301'.repeat(3)}`);
    for (const name of ['\u202e', '\u200b\u3164', ' \u0000 ', '']) expect(shown(name)).toBe(id);
  });
});
