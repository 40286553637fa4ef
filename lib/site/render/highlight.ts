import { escapeHtml } from '#html/markup.ts';

const strings = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/.source;

/** Patterns of comments. A `#` or `//` inside an address does not begin one. */
const comments = { hash: /(?<=^|\s)#.*$/.source, slashes: /(?<=^|\s)\/\/.*$/.source };

const words = {
  sh: 'curl|npm|npx|node|export|echo|printf',
  js: 'import|from|const|let|await|async|function|return|if|else|for|of|new|throw|try|catch|true|false|null|export',
  python: 'import|from|with|as|def|return|if|else|for|in|True|False|None|print',
  php: 'echo|new|return|if|else|foreach|as|true|false|null|function',
  go: 'package|import|func|if|else|return|defer|for|range|nil|var',
  java: 'import|public|class|static|void|throws|var|new|null|true|false',
  ruby: 'require|do|end|if|else|def|return|nil|true|false|puts',
  csharp: 'using|class|static|void|var|new|int|null|true|false',
} as const;

const patterns: Readonly<Record<string, RegExp>> = {
  sh: pattern(comments.hash, words.sh),
  js: pattern(comments.slashes, words.js),
  python: pattern(comments.hash, words.python),
  php: pattern(comments.slashes, words.php),
  go: pattern(comments.slashes, words.go),
  java: pattern(comments.slashes, words.java),
  ruby: pattern(comments.hash, words.ruby),
  csharp: pattern(comments.slashes, words.csharp),
  json: new RegExp(
    `(?<key>"(?:\\\\.|[^"\\\\\\n])*"(?=\\s*:))|(?<string>${strings})|(?<word>\\b(?:true|false|null)\\b)`,
    'g',
  ),
};

function pattern(comment: string, keywords: string): RegExp {
  return new RegExp(`(?<comment>${comment})|(?<string>${strings})|(?<word>\\b(?:${keywords})\\b)`, 'gm');
}

/** Marks strings, comments and key words of a piece of code, as HTML. Code of an unknown language is only escaped. */
export function highlight(text: string, language: string): string {
  const found = patterns[language];
  if (!found) return escapeHtml(text);
  let end = 0;
  let html = '';
  for (const match of text.matchAll(found)) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, part]) => part !== undefined) ?? [];
    html += `${escapeHtml(text.slice(end, match.index))}<span class="${kind}">${escapeHtml(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return html + escapeHtml(text.slice(end));
}
