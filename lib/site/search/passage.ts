import { plain, slug } from '../render/text.ts';
import { synonymOf, wordsOf } from './words.ts';

export interface Passage {
  /** The id of the heading; empty for the text below the title of the page. */
  id: string;
  heading: string;
  sentence: string;
}

/** A word in the heading counts more than one in the sentence. */
const headingWeight = 1.5;

/**
 * Finds the heading and the sentence of a page that say most about a question. Returns nothing if the title of the page
 * says more than any heading: then the description is the best sentence.
 */
export function passage(markdown: string, question: string): Passage | undefined {
  const sections = sectionsOf(markdown);
  const asked = [...new Set(wordsOf(question))].map((word) => [word, synonymOf(word) ?? word]);
  const isIn = (text: string) => {
    const all = wordsOf(text);
    return asked.map((names) => all.some((word) => names.some((name) => word.startsWith(name))));
  };
  const found = sections.map(({ heading, sentences }) => [heading, ...sentences].map(isIn));
  // A word in few sections says more about the section than one in many.
  const rarity = asked.map((_, at) =>
    Math.log(1 + sections.length / (1 + found.filter((texts) => texts.some((text) => text[at])).length)),
  );
  const sum = (has: readonly boolean[] = []) =>
    has.reduce((total, isFound, at) => total + (isFound ? (rarity[at] ?? 0) : 0), 0);
  const [best] = sections
    .flatMap(({ id, heading, sentences }, section) =>
      sentences.map((sentence, at) => ({
        passage: { id, heading, sentence },
        score: headingWeight * sum(found[section]?.[0]) + sum(found[section]?.[at + 1]),
      })),
    )
    .sort((a, b) => b.score - a.score);
  if (!best || best.score === 0) return undefined;
  return best.passage.id === '' && isIn(best.passage.heading).includes(true) ? undefined : best.passage;
}

function sectionsOf(markdown: string) {
  // Leaves out code, and the first row of a table, which only names the columns.
  return markdown
    .replace(/^ *(```+).*?^ *\1$|^ *\|[^\n]*\n *\|[-:| ]+\|$/gms, '')
    .split(/^(?=#+ )/m)
    .map((section, place) => {
      const [, mark = '', title = '', text = ''] = /^(#*) ?([^\n]*)\n?(.*)$/s.exec(section) ?? [];
      const heading = plain(title);
      const id = place === 0 && mark === '#' ? '' : slug(heading);
      return { id, heading, sentences: sentencesOf(text) };
    });
}

/** The sentences of paragraphs and items of lists, and the rows of tables. */
const sentencesOf = (text: string): string[] =>
  text
    .split(/\n{2,}|\n *(?=[-|]|\d+\. )/)
    .flatMap((part) =>
      plain(part.replace(/^[-|] |^\d+\. | *\|$/g, '').replaceAll('|', '·')).split(/(?<=[.!?]) (?=\p{Lu})/u),
    )
    .filter((sentence) => sentence);
