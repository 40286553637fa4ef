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

/** The one word of each language for a term, in all grammatical forms. */
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

const refund: Record<LanguageName, RegExp> = {
  bg: /възстанов/i,
  cs: /vrácen/i,
  da: /tilbagebetaling/i,
  de: /rückerstattung/i,
  el: /επιστροφ/i,
  en: /refund/i,
  es: /reembolso/i,
  et: /tagasimakse/i,
  fi: /palautu/i,
  fr: /remboursement/i,
  hr: /povrat/i,
  hu: /visszatérítés/i,
  is: /endurgreiðsl/i,
  it: /rimbors/i,
  lt: /grąžinim/i,
  lv: /atmaks/i,
  nb: /refusjon/i,
  nl: /terugbetaling/i,
  pl: /zwrot/i,
  pt: /reembolso/i,
  'pt-BR': /reembolso/i,
  ro: /rambursăr|rambursare/i,
  sk: /vráten/i,
  sl: /vračil/i,
  sv: /återbetalning/i,
};

const link: Record<LanguageName, RegExp> = {
  bg: /връзк/i,
  cs: /odkaz/i,
  da: /link/i,
  de: /link/i,
  el: /σύνδεσμ/i,
  en: /\blinks?\b/i,
  es: /enlace/i,
  et: /link|ling/i,
  fi: /link/i,
  fr: /\blien/i,
  hr: /poveznic/i,
  hu: /link/i,
  is: /hlekk/i,
  it: /link/i,
  lt: /nuorod/i,
  lv: /sait/i,
  nb: /lenke/i,
  nl: /link/i,
  pl: /link/i,
  pt: /link/i,
  'pt-BR': /link/i,
  ro: /link/i,
  sk: /odkaz/i,
  sl: /povezav/i,
  sv: /länk/i,
};

const charged: Record<LanguageName, RegExp> = {
  bg: /таксуван/i,
  cs: /stržen/i,
  da: /trukket penge/i,
  de: /abgebucht/i,
  el: /χρεωθήκατε/i,
  en: /not been charged|was charged/i,
  es: /cobrado/i,
  et: /võetud/i,
  fi: /veloitet/i,
  fr: /débité/i,
  hr: /naplaćen/i,
  hu: /terheltük/i,
  is: /gjaldfært/i,
  it: /addebitato/i,
  lt: /nenuskaičiuota/i,
  lv: /ieturēt/i,
  nb: /belastet/i,
  nl: /afgeschreven/i,
  pl: /obciążon[ae]/i,
  pt: /cobrado/i,
  'pt-BR': /cobrado/i,
  ro: /debitat/i,
  sk: /strhnut/i,
  sl: /zaračunali/i,
  sv: /dragits/i,
};

describe.each([
  ['security code', securityCode, 5],
  ['refund', refund, 2],
  ['link', link, 10],
  ['charged', charged, 5],
] as const)('the term %s', (_, words, least) => {
  test.each(languages)('the term is one word in %s', (name) => {
    const english = new Map(flat(catalogue.en));
    const said = flat(catalogue[name]).filter(([id]) => words.en.test(english.get(id) ?? ''));
    expect(said.length).toBeGreaterThanOrEqual(least);
    expect(said.filter(([, text]) => !words[name].test(text))).toEqual([]);
  });
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

/** Danish, German and Norwegian begin a sentence after a colon with a capital. */
test.each(languages.filter((name) => !['da', 'de', 'nb'].includes(name)))(
  'the catalogue in %s has no capital after a colon',
  (name) => expect(flat(catalogue[name]).filter(([, text]) => /: ?\p{Lu}/u.test(text))).toEqual([]),
);

/** Without a space that does not break, the mark could begin a line. */
test.each(languages)(
  'the catalogue in %s has the spaces before punctuation that the language has',
  (name) => {
    const wrong = { fr: /[^\u00a0][:;?!](?!\d)|[^\p{L}}]…/u, de: /[\s][:;?!]|[^\u00a0]…/ }[name as string];
    expect(flat(catalogue[name]).filter(([, text]) => (wrong ?? /\s[:;?!…]/).test(text))).toEqual([]);
  },
);

test('the texts in Italian say “tu” to merchants as to customers', () => {
  const formal = /\b(Lei|Suo|Sua|Suoi|Sue|Invii|Controlli|Acceda|Riceve|Le chiede)\b/;
  expect(flat(catalogue.it).filter(([, text]) => formal.test(text))).toEqual([]);
});

/** Words that are unusual in Portugal, and words that are unusual in Brazil. */
test.each<[LanguageName, RegExp]>([
  ['pt', /celular|você|Digite|criptograf|fatura|Escaneie|repasse|tarifa|configuraç|fazer login|lojista/i],
  [
    'pt-BR',
    /telemóvel|consigo|Introduza|encriptad|algarismo|montante|lhe (foi|pede)|está a \w+r\b|Estamos a |definições|sessão|comerciante|prestador|artigos|\ba mais\./i,
  ],
])('the catalogue in %s has no word of the other Portuguese', (name, other) =>
  expect(flat(catalogue[name]).filter(([, text]) => other.test(text))).toEqual([]),
);
