/** Sentences that open without naming who or what acts. A question may open with any of these words. */
const headless: readonly { opening: RegExp; reason: string; unless?: RegExp }[] = [
  { opening: /^(What|Who|Whom|Whose|Whoever|Which)\b/, reason: 'opens with a clause in place of a noun' },
  // "Whatever the cause, Florin retries" and "Where AWS says nothing, the model refuses" have a subject.
  { opening: /^(Whatever|Where)\b/, reason: 'opens with a clause in place of a noun', unless: /^[^:]*,/ },
  { opening: /^(How|Why) [^.,?]*:/, reason: 'opens with a clause in place of a noun' },
  {
    opening: /^(All|Nothing|None) (that|which|who|of what)\b/,
    reason: 'opens with a clause in place of a noun',
  },
  { opening: /^That (a|an|the|no|it|they|there)\b/, reason: 'opens with a clause in place of a noun' },
  { opening: /^Of [^,.]{1,60}:/, reason: 'opens with "Of …:"' },
  { opening: /^Of /, reason: 'has no verb, or no subject', unless: /,|:|^Of course\b/ },
];

/** Idioms that readers have to guess, each with a plain word. */
const idioms: readonly { phrase: RegExp; plain: string }[] = [
  { phrase: /\banew\b/i, plain: 'again' },
  { phrase: /\bset aside\b/i, plain: 'held' },
  { phrase: /\b(give|gives|gave|given) back\b/i, plain: 'released, or returned' },
  { phrase: /\b(tell|tells|told) of\b/i, plain: 'reported' },
  { phrase: /\bwhat (has |had )?bec(a|o)me of\b/i, plain: 'the outcome' },
  { phrase: /\bof ours\b/i, plain: 'of Florin' },
  { phrase: /\bfor good\b/i, plain: 'permanently' },
  { phrase: /\bno such thing\b/i, plain: 'a noun' },
  // "There is no route" and "is no longer valid" are plain.
  {
    phrase: /(?<!\bthere )\b(is|are|was|were) no (?!longer\b|more\b|less\b|one\b|\w+er\b)/i,
    plain: 'is not a',
  },
];

/** A clause, and not the name of a role as in "as the password of the request". */
const clause = new RegExp(
  [
    ', as (?:(?:it|they|there|this|these|nobody|anybody|nothing|no|only|both|some)\\b',
    "(?:the|a|an|its|their|any|Florin|Stripe)(?: [\\w'’`./-]+){0,5}? (?:is|are|was|were|has|had|may|can|cannot|could|would|will|must|needs)) \\S",
  ].join('|'),
);

/** Habits that make readers of pages, messages and titles stop. Comments have more of them than can be mended in one go. */
const habits: typeof idioms = [
  { phrase: /\bat once\b/i, plain: '"immediately" or "at the same time"' },
  { phrase: clause, plain: '"because"' },
  { phrase: /\b(is|are|was) an? [45]\d\d\b/, plain: 'returns …' },
  {
    phrase:
      /(?<!(USD|EUR) )\b(\d[\d.,]*|two|three|four|five|ten|hundred|thousand|million|times) a (second|minute|hour|day|week|month|year)\b/i,
    plain: 'per …',
  },
  { phrase: /\bcustomer['’]s side\b/i, plain: 'checkout API' },
  { phrase: /\bvouch(es|ed)? for\b/i, plain: 'approve' },
  { phrase: /\bstand-ins?\b/i, plain: 'test double' },
  { phrase: /\bhappenings?\b/i, plain: 'event' },
  { phrase: /\b(its|whose|acquirer['’]s|Stripe['’]s) books\b/i, plain: 'balance transactions' },
];

/** A title of a test that goes on from the title of its group cannot be read in a list of failures. */
const continues = /^(that|whose|who|whom|which|what|and|but|nor|or|of) /;
/** Verbs that cannot be nouns. "names are sorted" has a subject, and "is sorted" lacks one. */
const subjectless = new RegExp(
  [
    '^(is|are|was|were|has|have|had|can|cannot|could|may|must|does|do|accepts|adds|allows|asks|becomes|begins|closes|continues',
    'creates|delivers|denies|drops|fails|finds|forgets|gets|gives|goes|ignores|keeps|leaves|lets|makes|omits|opens|prints',
    'recognizes|refuses|rejects|removes|says|sees|sends|shows|skips|starts|stays|stops|succeeds|takes|tells|throws|waits|works) ',
  ].join('|'),
);

const longestSubject = 72;

/** Idioms are reported in every text, habits in all but comments. A label may be part of a sentence: "What you sent". */
type Kind = 'comment' | 'text' | 'label' | 'title';

/** @returns each sentence that breaks a rule, with the reason */
export const faultsIn = (prose: string, kind: Kind = 'comment'): string[] =>
  sentencesOf(prose).flatMap((sentence) => {
    if (sentence.endsWith('?')) return [];
    if (kind === 'title' && (continues.test(sentence) || subjectless.test(sentence)))
      return [`"${shortened(sentence)}" cannot be read without the title above: name who acts`];
    const isLabel = kind === 'label' && !sentence.endsWith('.');
    const broken = headless.find(
      ({ opening, unless }) => !isLabel && opening.test(sentence) && !unless?.test(sentence),
    );
    const words = sentence.replace(/`[^`]*`/g, '`').replace(/\]\([^)]*\)/g, ']');
    const phrases = kind === 'comment' ? idioms : [...idioms, ...habits];
    const idiom = phrases.find(({ phrase }) => phrase.test(words));
    return [
      ...(broken ? [`"${shortened(sentence)}" ${broken.reason}`] : []),
      ...(idiom
        ? [`"${shortened(sentence)}" says "${idiom.phrase.exec(words)?.[0]}": write ${idiom.plain}`]
        : []),
    ];
  });

/** @returns the faults of a commit's subject */
export const subjectFaults = (subject: string): string[] => [
  ...(subject.length > longestSubject
    ? [`"${subject}" has ${subject.length} characters; ${longestSubject} are allowed`]
    : []),
  ...faultsIn(subject),
];

/** Quotation marks, lists and emphasis before a sentence do not belong to it. */
function sentencesOf(prose: string): string[] {
  const text = prose.replace(/\s+/g, ' ').replace(/\b(e\.g|i\.e|etc|cf|vs)\./g, '$1');
  return text
    .split(/(?<=[.!?][)*"']{0,2}) (?=[*("']{0,3}[A-Z`])/)
    .map((sentence) => sentence.replace(/^[\s*("']+/, '').trim());
}

const shortened = (text: string): string => (text.length > 90 ? `${text.slice(0, 89)}…` : text);

/** A piece of prose, and the line that it begins at, from 1. */
export interface Piece {
  line: number;
  text: string;
}

/** The comments of a source file; each tag of a doc comment (`@returns …`) is a piece of its own. */
export function commentsOf(source: string): Piece[] {
  const lines = source.split('\n');
  const pieces: Piece[] = [];
  let open: Piece | undefined;
  let inBlock = false;
  const close = () => {
    if (open?.text.trim()) pieces.push(open);
    open = undefined;
  };
  lines.forEach((whole, index) => {
    const add = (text: string) => {
      const tag = /^@(?:param \S+|\w+)\s*/.exec(text);
      if (tag || text.trim() === '') close();
      const rest = tag ? text.slice(tag[0].length) : text;
      if (open) open.text += ` ${rest}`;
      else if (rest.trim()) open = { line: index + 1, text: rest };
    };
    if (inBlock || /^\s*\/\*/.test(whole)) {
      if (!inBlock) close();
      const text = whole.replace(/^\s*(\/\*\*?|\*(?!\/))? ?/, '');
      const end = text.indexOf('*/');
      add(end < 0 ? text : text.slice(0, end).trimEnd());
      inBlock = end < 0;
      if (!inBlock) close();
      return;
    }
    const [, alone, trailing] =
      /^\s*\/\/ (.*)$|^(?:[^'"`/]|'[^']*'|"[^"]*"|`[^`]*`)*?\s\/\/ (.*)$/.exec(whole) ?? [];
    if (alone === undefined) close();
    if (alone !== undefined) add(alone);
    else if (trailing !== undefined) {
      add(trailing);
      close();
    }
  });
  close();
  return pieces;
}

/** The comments of a shell script, a workflow or a Python file. */
export const hashCommentsOf = (source: string): Piece[] =>
  joinLines(source.split('\n').map((line) => /^\s*# (.*)$/.exec(line)?.[1]));

/** The paragraphs and list items of a Markdown page, without headings, tables and code. */
export function paragraphsOf(page: string): Piece[] {
  let code = false;
  const lines = page.split('\n').map((line) => {
    if (/^\s*(```|~~~)/.test(line)) {
      code = !code;
      return undefined;
    }
    return code || /^\s*(#|\||<!--|$)/.test(line) ? undefined : line;
  });
  return joinLines(lines, /^\s*([-*]|\d+\.) (?:\[[ x]\] )?/);
}

/** Neighbouring lines are one piece, unless the next one begins an item of a list. */
function joinLines(lines: readonly (string | undefined)[], item?: RegExp): Piece[] {
  const pieces: Piece[] = [];
  lines.forEach((line, index) => {
    if (line === undefined) return;
    const last = pieces.at(-1);
    const begins = lines[index - 1] === undefined || item?.test(line) === true;
    if (last && !begins) last.text += ` ${line.trim()}`;
    else pieces.push({ line: index + 1, text: item ? line.replace(item, '') : line });
  });
  return pieces;
}
