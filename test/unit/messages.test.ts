import { catalogue } from '#messages/catalogue.ts';
import { type LanguageName, languages } from '#messages/languages.ts';

/** Each text with its path, such as `page.form.title`. */
function flat(messages: object, prefix = ''): [string, string][] {
  return Object.entries(messages).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + name, value]] : flat(value, `${prefix}${name}.`),
  );
}

const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

test('the catalogue has exactly the supported languages', () => {
  expect(Object.keys(catalogue)).toEqual([...languages]);
});

test.each(languages)(
  'the catalogue in %s has the same texts as in English, with the same placeholders',
  (name) => {
    const shape = (messages: object) => flat(messages).map(([id, text]) => [id, places(text)]);
    expect(shape(catalogue[name])).toEqual(shape(catalogue.en));
    expect(flat(catalogue[name]).filter(([, text]) => text.trim() === '')).toEqual([]);
  },
);

/** The one word for the security code in each language, in all grammatical forms. */
const securityCode: Record<LanguageName, RegExp> = {
  bg: /код(а|ът)? за сигурност/i,
  cs: /bezpečnostní kód/i,
  da: /sikkerhedskode/i,
  de: /prüfnummer/i,
  el: /κωδικ(ός|ό) ασφαλείας/i,
  en: /security code/i,
  es: /código de seguridad/i,
  et: /turvakood/i,
  fi: /turvakood/i,
  fr: /code de sécurité/i,
  hr: /sigurnosni kod/i,
  hu: /biztonsági kód/i,
  is: /öryggisnúmer/i,
  it: /codice di sicurezza/i,
  lt: /saugos kod/i,
  lv: /drošības kod/i,
  nb: /sikkerhetskode/i,
  nl: /beveiligingscode/i,
  pl: /kod zabezpieczający/i,
  pt: /código de segurança/i,
  'pt-BR': /código de segurança/i,
  ro: /cod(ul)? de securitate/i,
  sk: /bezpečnostný kód/i,
  sl: /varnostn[ao] kod[ao]/i,
  sv: /säkerhetskod/i,
};

test.each(languages)('the catalogue in %s uses one word for the security code', (name) => {
  const english = new Map(flat(catalogue.en));
  const said = flat(catalogue[name]).filter(([id]) => securityCode.en.test(english.get(id) ?? ''));
  expect(said.length).toBeGreaterThanOrEqual(5);
  expect(said.filter(([, text]) => !securityCode[name].test(text))).toEqual([]);
});

test.each(languages.filter((name) => name !== 'en'))('the catalogue in %s has no English text', (name) => {
  const english = new Map(flat(catalogue.en));
  const isEnglish = ([id, text]: [string, string]) =>
    (text === english.get(id) &&
      text
        .replace(/\{\w+\}/g, '')
        .trim()
        .includes(' ')) ||
    /\b(the|your|with|this|please|YY)\b/i.test(text);
  expect(flat(catalogue[name]).filter(isEnglish)).toEqual([]);
});

/** Wordings that confused customers. */
const stumbled =
  /need do nothing|no longer in use|nichts tun|ikke gøre noget|Refusion|Privatliv$|está de vuelta|no tiene que hacer nada|nada pago com ele|Mit ihm wurde|wo Sie diesen|^\{merchant\}:|sam\(a\)|sjálf\(ur\)|kôd/;

test.each(languages)('the catalogue in %s has none of the wordings that confused customers', (name) =>
  expect(flat(catalogue[name]).filter(([, text]) => stumbled.test(text))).toEqual([]),
);

test.each(languages)('a text in %s ends like a sentence exactly if the English text does', (name) => {
  const isSentence = (text: string) => /[.?!;]$/.test(text);
  const english = new Map(flat(catalogue.en));
  // The Romanian abbreviation "dvs." ends with a full stop in any text.
  const texts = flat(catalogue[name]).filter(([, text]) => !text.endsWith('dvs.'));
  expect(texts.filter(([id, text]) => isSentence(text) !== isSentence(english.get(id) ?? ''))).toEqual([]);
});

/** Words that are unusual in Portugal, and words that are unusual in Brazil. */
test.each<[LanguageName, RegExp]>([
  ['pt', /celular|você|Digite|criptograf|fatura|Escaneie/i],
  ['pt-BR', /telemóvel|consigo|Introduza|encriptad|algarismo|montante|lhe foi|está a \w+r\b|Estamos a /i],
])('the catalogue in %s has no word of the other Portuguese', (name, other) =>
  expect(flat(catalogue[name]).filter(([, text]) => other.test(text))).toEqual([]),
);
