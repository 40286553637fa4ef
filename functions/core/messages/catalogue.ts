import bg from './bg.json';
import cs from './cs.json';
import da from './da.json';
import de from './de.json';
import el from './el.json';
import en from './en.json';
import es from './es.json';
import et from './et.json';
import fi from './fi.json';
import fr from './fr.json';
import hr from './hr.json';
import hu from './hu.json';
import is from './is.json';
import it from './it.json';
import type { LanguageName } from './languages.ts';
import lt from './lt.json';
import lv from './lv.json';
import type { Messages } from './messages.ts';
import nb from './nb.json';
import nl from './nl.json';
import pl from './pl.json';
import pt from './pt.json';
import ptBr from './pt-BR.json';
import ro from './ro.json';
import sk from './sk.json';
import sl from './sl.json';
import sv from './sv.json';
import { vary } from './vary.ts';

/**
 * All texts in all languages. A language that lacks a text does not compile. Functions read one language only, with
 * `read-messages.ts`.
 */
export const catalogue: Record<LanguageName, Messages> = {
  bg,
  cs,
  da,
  de,
  el,
  en,
  es,
  et,
  fi,
  fr,
  hr,
  hu,
  is,
  it,
  lt,
  lv,
  nb,
  nl,
  pl,
  pt,
  'pt-BR': vary(pt, ptBr),
  ro,
  sk,
  sl,
  sv,
};
