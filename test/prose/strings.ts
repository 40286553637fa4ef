import type { Piece } from './rules.ts';

/** A string of a source file, and the code that stands directly before it. */
interface Literal extends Piece {
  before: string;
}

/** The titles of tests and of their groups. A title of `test.each` follows the bracket that closes its rows. */
export const titlesOf = (source: string): Piece[] =>
  literalsOf(source).filter(({ before }) =>
    /(?<![.\w])(?:test|describe)(?:\.(?:only|skip|failing))?\($|\)\($/.test(before),
  );

/** Texts of at least four words that begin like a sentence: messages of errors, descriptions, output of commands. */
export const textsOf = (source: string): Piece[] =>
  literalsOf(source).filter(({ text }) => /^[A-Z`“]/.test(text) && text.split(' ').length > 3);

/** The texts of a JSON file, without the names of their fields. */
export const jsonTextsOf = (source: string): Piece[] =>
  source.split('\n').flatMap((line, index) => {
    const text = /^\s*(?:"[^"]+": )?"((?:[^"\\]|\\.)*)",?$/.exec(line)?.[1];
    return text?.includes(' ') ? [{ line: index + 1, text: JSON.parse(`"${text}"`) as string }] : [];
  });

/** Comments, whole strings, regular expressions, and the characters that open and close templates and braces. */
const tokens =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|(['"])((?:(?!\1)[^\\\n]|\\.)*)\1|(?<=[(,=:[!&|?;]\s*)\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/|[`{}]/g;
/** The text of a template up to its end, or up to the next expression in it. */
const templateText = /((?:[^`\\$]|\\[\s\S]|\$(?!\{))*)(`|\$\{)/y;

/** All strings of a source file. Parts that `+` joins are one string; `…` stands for an expression in a template. */
function literalsOf(source: string): Literal[] {
  const found: Literal[] = [];
  /** For each open brace, the template in which it opens an expression. */
  const braces: (Literal | undefined)[] = [];
  let end = 0;
  let last: Literal | undefined;
  const close = (literal: Literal, place: number) => {
    last = literal;
    end = tokens.lastIndex = place;
  };
  const literal = (from: number): Literal => {
    const before = source.slice(end, from).trim();
    if (last && before === '+') return last;
    const made = { line: source.slice(0, from).split('\n').length, text: '', before: before.slice(-40) };
    found.push(made);
    return made;
  };
  const template = (into: Literal) => {
    templateText.lastIndex = tokens.lastIndex;
    const [, text = '', end] = templateText.exec(source) ?? [];
    into.text += end === '`' ? text : `${text}…`;
    if (end !== '`') braces.push(into);
    close(into, templateText.lastIndex || source.length);
  };
  tokens.lastIndex = 0;
  for (let token = tokens.exec(source); token; token = tokens.exec(source)) {
    const [whole, quote, text = ''] = token;
    if (quote) {
      const found = literal(token.index);
      found.text += text.replace(/\\(.)/g, '$1');
      close(found, token.index + whole.length);
    } else if (whole === '`') template(literal(token.index));
    else if (whole === '{') braces.push(undefined);
    else if (whole === '}') {
      const open = braces.pop();
      if (open) template(open);
    }
  }
  return found;
}
