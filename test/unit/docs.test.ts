import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { processingErrors } from '../../functions/core/domain/processing-error.ts';
import { customerCodes, processingError } from '../../schemas/errors.ts';

/** Generated folders. */
const made = ['.git', ...readFileSync('.gitignore', 'utf8').split('\n')].map((name) => name.replace('/', ''));

/** Every file except generated ones. */
const files = filesIn('.');

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path.replaceAll('\\', '/')];
  return readdirSync(path)
    .filter((name) => !made.includes(name) && !name.endsWith('.log'))
    .flatMap((name) => filesIn(join(path, name)));
}

test('no file contains conflict markers of a merge', () => {
  const marked = files.filter((file) => /^(<{7}|>{7}) /m.test(readFileSync(file, 'utf8')));
  expect(marked).toEqual([]);
  expect(files.length).toBeGreaterThan(400);
});

const pages = files.filter((file) => file.endsWith('.md') && !/^(lib\/openapi\/guide|\.github)\//.test(file));

/** The text of a page without its code, as brackets in code are not links. */
const proseOf = (file: string): string =>
  readFileSync(file, 'utf8')
    .replace(/^```.*?^```/gms, '')
    .replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, ''));

/** The anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (file: string): string[] =>
  [
    ...readFileSync(file, 'utf8')
      .replace(/^```.*?^```/gms, '')
      .matchAll(/^#+ (.*)$/gm),
  ].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

const links = pages.flatMap((page) =>
  [...proseOf(page).matchAll(/(?:\]\(|src=")([^)"\s]+)[)"]/g)].map(([, target = '']) => ({ page, target })),
);

test('every link within the repository leads to an existing file, and its anchor to a heading of that file', () => {
  const local = links.filter(({ target }) => !/^(https?|mailto):/.test(target));
  const broken = local.filter(({ page, target }) => {
    const [path = '', anchor] = target.split('#');
    // GitHub serves the badge of a workflow at this path, relative to the page.
    const workflow = /^\.\.\/\.\.\/actions\/(workflows\/[\w-]+\.yml)/.exec(path)?.[1];
    const file = workflow ? join('.github', workflow) : path === '' ? page : join(dirname(page), path);
    return !existsSync(file) || (anchor !== undefined && !anchorsOf(file).includes(anchor));
  });
  expect(broken).toEqual([]);
  expect(local.length).toBeGreaterThan(80);
});

test('every path of the repository that a page names exists', () => {
  const named = pages.flatMap((page) =>
    [
      ...readFileSync(page, 'utf8').matchAll(/`((?:lib|functions|schemas|test|docs|examples)\/[\w./-]*)`/g),
    ].map(([, path = '']) => ({ page, path })),
  );
  expect(named.filter(({ path }) => !existsSync(path))).toEqual([]);
  expect(named.length).toBeGreaterThan(30);
});

test('every page can be reached from the README', () => {
  const reached = new Set(['README.md']);
  for (const page of reached)
    for (const { target } of links.filter((link) => link.page === page)) {
      const path = join(dirname(page), target.split('#')[0] ?? '').replaceAll('\\', '/');
      for (const file of pages)
        if (file === path || dirname(file) === path.replace(/\/$/, '')) reached.add(file);
    }
  expect(pages.filter((page) => !reached.has(page))).toEqual([]);
});

test('every decision and section that a comment cites exists in docs/design.md or docs/wire-contract.md', () => {
  const cited = files
    .filter(
      (file) => /^(lib|functions|schemas|test)\/.*\.ts$/.test(file) && file !== 'test/unit/docs.test.ts',
    )
    .flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(
        /(design\.md|contract),[\s*]+(?:decision|sections?)[\s*]+(\d+)/g,
      ),
    ]);
  const [design, contract] = ['docs/design.md', 'docs/wire-contract.md'].map((page) =>
    readFileSync(page, 'utf8'),
  );
  for (const [cite, page, number] of cited)
    expect([cite, page === 'contract' ? contract : design]).toEqual([
      cite,
      expect.stringMatching(
        new RegExp(page === 'contract' ? `^## ${number}\\. ` : `^${number}\\. \\*\\*`, 'm'),
      ),
    ]);
  expect(cited.length).toBeGreaterThan(15);
});

test('docs/local.md names every script of package.json and every variable of npm start', () => {
  const guide = readFileSync('docs/local.md', 'utf8');
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const commands = Object.keys(scripts).map((name) =>
    /^(start|test)$/.test(name) ? `npm ${name}` : `npm run ${name}`,
  );
  expect(commands.filter((command) => !guide.includes(`\`${command}`))).toEqual([]);
  const named = [...guide.matchAll(/`npm run ([\w:]+)/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
  const [, variables = ''] =
    /const \{\n([^}]*)\} = process\.env;/.exec(readFileSync('lib/local/main.ts', 'utf8')) ?? [];
  const read = variables.match(/\w+/g) ?? [];
  expect(read.length).toBeGreaterThan(5);
  expect(read.filter((name) => !guide.includes(`\`${name}`))).toEqual([]);
});

/** Every block of code of a page, with its language. */
const blocks = files
  .filter((file) => file.endsWith('.md'))
  .flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^ *```(\S*)\n(.*?)^ *```$/gms)].map(
      ([, language = '', code = '']) => ({ file, language, code }),
    ),
  );

test('no sh block has a comment, which an interactive zsh would parse as arguments', () => {
  const shell = blocks.filter(({ language }) => language === 'sh');
  const comments = shell.flatMap(({ file, code }) =>
    code
      .split('\n')
      .filter((line) => /(^|\s)#/.test(line))
      .map((line) => `${file}: ${line}`),
  );
  expect(comments).toEqual([]);
  expect(shell.length).toBeGreaterThan(15);
  // Shell code in a block of another language would escape this test and those of test/shell.
  expect(blocks.filter(({ language }) => !/^(sh|js|ts|json|html)$/.test(language))).toEqual([]);
});

test('.nvmrc names the version of Node.js that Lambda runs, and the README lists that version as supported', () => {
  const version = readFileSync('.nvmrc', 'utf8').trim();
  expect(readFileSync('lib/stack/function.ts', 'utf8')).toContain(`Runtime.NODEJS_${version}_X`);
  expect(readFileSync('README.md', 'utf8')).toContain(`Node.js 22 and ${version} are supported`);
});

test('the README has at most 140 lines, the version of package.json, and the places that npm start prints', () => {
  const readme = readFileSync('README.md', 'utf8');
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(140);
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(readme).toContain(
    `[Version ${version}](https://img.shields.io/badge/version-${version.replaceAll('-', '--')}-blue)`,
  );
  const places = [...readme.matchAll(/^ {4}(\S.*?) {2,}\S/gm)].map(([, place = '']) => place);
  const printed = readFileSync('lib/local/announce.ts', 'utf8');
  expect(places.filter((place) => !printed.includes(`['${place}', `))).toEqual([]);
  expect(places.length).toBeGreaterThan(3);
});

test('the source layout names each folder of the places that have many folders', () => {
  const rows = readFileSync('docs/design.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| \d/.test(line));
  const places = { core: ['usecases', 'store', 'domain', 'http'], lib: ['stack', 'local'] };
  const missing = Object.entries(places).flatMap(([above, names]) =>
    names.flatMap((name) => {
      const row = rows.find((line) => new RegExp(`${above}/(\\{\\w+,)*\\{?${name}\\b`).test(line)) ?? '';
      const place = join(above === 'core' ? 'functions/core' : 'lib', name);
      const folders = readdirSync(place).filter((entry) => statSync(join(place, entry)).isDirectory());
      return folders.flatMap((folder) => (row.includes(`\`${folder}/\``) ? [] : [join(place, folder)]));
    }),
  );
  expect(missing).toEqual([]);
});

test('a decision record has at most 42 lines, a unique number, a date, and a row in the index', () => {
  const index = readFileSync('docs/adr/README.md', 'utf8');
  const decisions = pages.filter((page) => page.startsWith('docs/adr/') && page !== 'docs/adr/README.md');
  const numbers = decisions.map((page) => /^docs\/adr\/(\d{4})-[a-z0-9-]+\.md$/.exec(page)?.[1]);
  expect(new Set(numbers).size).toBe(decisions.length);
  expect(numbers).not.toContain(undefined);
  for (const page of decisions) {
    const text = readFileSync(page, 'utf8');
    expect([page, text.trimEnd().split('\n').length <= 42]).toEqual([page, true]);
    const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    expect([page, headings]).toEqual([page, ['Context', 'Decision', 'Consequences']]);
    const [, title = '', date = ''] = /^# \d+\. (.*)\n\nAccepted on (\d{4}-\d\d-\d\d)/.exec(text) ?? [];
    expect(index).toContain(`| [${title}](${page.replace('docs/adr/', '')}) | ${date} |`);
  }
});

/**
 * Limits and times that a guide states, each with the constant behind it as the list of shipped values shows it. A changed
 * constant fails here, so that nobody forgets the guide.
 */
// biome-ignore format: a statement a line
const stated: [guide: string, statement: string, constant: string][] = [
  ['security', 'once, within 15 minutes, in the browser', 'core/domain/console/session.ts: linkLifetime = 900000'],
  ['security', 'after 12 hours without a request', 'core/domain/console/session.ts: idleTime = 43200000'],
  ['security', 'and after 14 days', 'core/domain/console/session.ts: longestSession = 1209600000'],
  ['security', 'for 90 days after a sign-in', 'core/domain/console/session.ts: placeLifetime = 7776000000'],
  ['security', 'expire after 400 days', 'core/store/console/audit.ts: lifetime = 34560000'],
  ['security', 'to their type and to one hour', 'core/vault/seal.ts: hour = 3600'],
  ['security', 'After five wrong security codes', 'core/domain/cards/customer-card.ts: mostTries = 5'],
  ['security', 'for 180 days after the payment', 'core/domain/transactions/receipt.ts: keptFor = 15552000000'],
  ['security', 'for 24 hours after the payment', 'core/domain/transactions/receipt.ts: askedWithin = 86400000'],
  ['security', 'at most three addresses', 'core/domain/transactions/receipt.ts: mostAddresses = 3'],
  ['security', 'keeps the first KB', 'core/webhooks/post.ts: limits = {"body":1024,'],
  ['security', '15 attempts for each event, in three days', 'core/domain/webhooks/retry-schedule.ts: pauses = [5000,30000,120000,600000,1800000,3600000,7200000,14400000,21600000,28800000,36000000,43200000,43200000,57600000]'],
  ['security', 'A body has at most 256 KB', 'core/http/body/body-text.ts: usual = 262144'],
  ['security', '(4.5 MB for the evidence', 'disputes/submit-evidence.ts: largest = 4718592'],
  ['security', '100 levels', 'core/http/request/well-formed.ts: deepest = 100'],
  ['security', 'within 15 minutes; Florin stores nothing', 'core/domain/transactions/till-code-lifetime.ts: codeLifetime = 900000'],
  ['pci-dss', 'sealed tokens, which hold for an hour', 'core/vault/seal.ts: hour = 3600'],
  ['live-payments', 'An authorization has 15 minutes.', 'core/usecases/acquirer-operations/ask-for-authorization.ts: authorizationTime = 900000'],
  ['live-payments', 'A customer at their bank has an hour.', 'core/usecases/acquirer-operations/ask-for-authorization.ts: challengeTime = 3600000'],
  ['live-payments', 'a payment can have at most 48.', 'core/acquirer/stripe/capabilities.ts: capabilities = {"mostCaptures":48,'],
  ['live-payments', 'together 3 MB', 'core/domain/disputes/evidence-limits.ts: evidenceLimits = {"texts":20000,"files":3145728}'],
  ['live-payments', 'After an hour it raises an alarm.', 'jobs/finish-operations.ts: alarmAfter = 3600000'],
  ['finance', 'have not arrived for seven days', 'core/usecases/reconciliation/review-figures.ts: patience = 604800000'],
  ['finance', 'and every night for 14 days', 'core/usecases/acquirer-events/follow-payout.ts: window = 1209600000'],
  ['finance', 'no line after two days', 'core/usecases/acquirer-events/follow-payout.ts: itemizedAfter = 172800000'],
  ['finance', 'disputes of the last 180 days', 'core/usecases/acquirer-events/follow-disputes.ts: disputeWindow = 15552000000'],
  ['finance', 'for 60 days after the connection', 'core/usecases/reconciliation/compare-balance.ts: longestPending = 5184000000'],
  ['finance', 'Each payout of the last two days', 'core/usecases/ledger/check-ledger.ts: payoutsOf = 172800000'],
  ['finance', 'names 1,000 young lines', 'core/domain/ledger/payout-coverage.ts: mostNamed = 1000'],
  ['adapter', 'at most 2048 characters', 'core/domain/cards/challenges.ts: mostReturnData = 2048'],
  ['adapter', 'each night reads the last three days', 'core/usecases/reconciliation/reconcile.ts: overlap = 259200000'],
  ['scale', 'now, 32 lanes', 'core/store/table/lanes.ts: most = 32'],
  ['runbooks/LedgerMismatch', 'a wrong payout for two nights', 'core/usecases/ledger/check-ledger.ts: payoutsOf = 172800000'],
  ['runbooks/ReconciliationDifferences', 'for a week', 'core/usecases/reconciliation/review-figures.ts: patience = 604800000'],
];

const textOf = (guide: string): string => readFileSync(`docs/${guide}.md`, 'utf8').replace(/\s+/g, ' ');

test('the guides state the limits and times that ship', () => {
  const shipped = readFileSync('test/unit/__snapshots__/shipped-values.test.ts.snap', 'utf8');
  for (const [guide, statement, constant] of stated) {
    expect([guide, statement, textOf(guide).includes(statement)]).toEqual([guide, statement, true]);
    expect([guide, constant, shipped.includes(`\nfunctions/${constant}`)]).toEqual([guide, constant, true]);
  }
});

test('the guide of live payments names the version of the API, and each right that `connect` asks for', () => {
  const guide = textOf('live-payments');
  const stripe = (file: string) => readFileSync(`functions/core/acquirer/stripe/${file}.ts`, 'utf8');
  const [, version = ''] = /version = '(.*)'/.exec(stripe('api/version')) ?? [];
  expect(guide).toContain(`**\`${version}\`**`);
  const [, write = '', read = ''] =
    /use Connect: \*\*write\*\* (.*?); \*\*read\*\* (.*?); and/.exec(guide) ?? [];
  const named = Object.entries({ write, read }).flatMap(([kind, rights]) =>
    rights.split(', ').map((right) => `${right}: ${kind}`),
  );
  const asked = [...stripe('setup/rights').matchAll(/^ {2}\w+_\w+: '(.*?)',$/gm)].map(([, right]) => right);
  expect(named.sort()).toEqual(asked.sort());
});

test('the wire contract and the schema have each code of the checkout API and each processing error', () => {
  const contract = textOf('wire-contract');
  const [, codes = ''] = /with one of: ([A-Z_, ]+)\./.exec(contract) ?? [];
  expect(codes.split(', ')).toEqual([...customerCodes]);
  const [, listed = ''] = /m = the merchant can\): (.*?)\. ## 3\./.exec(contract) ?? [];
  const rows = processingErrors.map(({ code, text, client, merchant }) => {
    const who = [client && 'c', merchant && 'm'].filter(Boolean).join('');
    return `${code} ${text} (${who})`;
  });
  expect(listed.split(' · ')).toEqual(rows);
  expect(processingError.properties.code.maximum).toBe(Math.max(...processingErrors.map(({ code }) => code)));
});

test('docs/cli.md names each variable that the command-line tool reads', () => {
  const guide = readFileSync('docs/cli.md', 'utf8');
  const read = files
    .filter((file) => file.startsWith('packages/cli/src/'))
    .flatMap((file) => readFileSync(file, 'utf8').match(/FLORIN_[A-Z_]+[A-Z]/g) ?? []);
  expect(new Set(read).size).toBeGreaterThan(5);
  expect(read.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});

test('the guide to adapters has a row for each function of the port', () => {
  const rows = readFileSync('docs/adapter.md', 'utf8').match(/^\| `.*$/gm) ?? [];
  const functions = ['acquirer', 'setup'].flatMap((file) => [
    ...readFileSync(`functions/core/acquirer/${file}.ts`, 'utf8').matchAll(/^ {2}(\w+)\(/gm),
  ]);
  const named = functions.map(([, name = '']) => name).filter((name) => name !== 'pages');
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !rows.some((row) => row.includes(`\`${name}\``)))).toEqual([]);
});
