import fc from 'fast-check';
import { printXml } from '../../../functions/core/http/answer/print-xml.ts';
import { readXml } from '../../../functions/core/http/body/read-xml.ts';
import { HttpError } from '../../../functions/core/http/errors/errors.ts';

const read = (text: string) => ({ ...readXml(text, 'helloWorld') });
const named = (name: string) => `<helloWorld><name>${name}</name></helloWorld>`;

function refusal(text: string): unknown {
  try {
    return read(text);
  } catch (error) {
    return error instanceof HttpError ? { status: error.status, faults: error.body } : error;
  }
}

test('every field is read as text, even if it looks like a number or a boolean', () => {
  expect(read('<helloWorld><id>1</id><name>Ann</name></helloWorld>')).toEqual({ id: '1', name: 'Ann' });
  for (const name of ['007', '1e3', 'true', 'null', '', '  ', ' Ann\n', '\t']) {
    expect(read(named(name))).toEqual({ name });
  }
});

test.each([
  ['&amp;&lt;&gt;&quot;&apos;', `&<>"'`],
  ['&#233;&#xE9;&#x1F4B3;', 'éé💳'],
  ['&amp;lt;&#38;amp;', '&lt;&amp;'],
  ['Zażółć 日本 💳', 'Zażółć 日本 💳'],
  ['a<![CDATA[<b> &amp; <!DOCTYPE x>]]>c', 'a<b> &amp; <!DOCTYPE x>c'],
  ['a<!-- no -->b<?no?>c', 'abc'],
  ['a\r\nb\rc&#13;d', 'a\nb\nc\rd'],
])('%s is read as %j', (text, name) => {
  expect(read(named(text))).toEqual({ name });
});

test('a declaration, comments and attributes are ignored, and an unknown element becomes an empty object', () => {
  const text = `<?xml version="1.0" encoding="utf-8"?>
    <!-- made by hand -->
    <helloWorld xmlns:a="urn:a" a:b="c">
      <id version="2">1</id>
      <name>Ann</name>
      <more><deep/></more>
    </helloWorld>`;
  expect(read(text)).toEqual({ id: '1', name: 'Ann', more: {} });
});

test('an element that says it is nil has no value, as .NET writes null', () => {
  const nil = (value: string) =>
    `<helloWorld xmlns:xsi="urn:x"><id xsi:nil="${value}" /><name>Ann</name></helloWorld>`;
  for (const value of ['true', '1']) expect(read(nil(value))).toEqual({ id: null, name: 'Ann' });
  for (const value of ['false', '0', '']) expect(read(nil(value))).toEqual({ id: '', name: 'Ann' });
});

const bomb = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from(
  { length: 9 },
  (_, n) => `<!ENTITY lol${n + 1} "${`&lol${n || ''};`.repeat(10)}">`,
).join('')}]>${named('&lol9;')}`;

const latin1 = (text: string) => `<?xml version="1.0" encoding='ISO-8859-1'?>${text}`;

test('a declaration of another encoding does not matter if no letter is lost', () => {
  for (const name of ['Ann', 'André', '&#xFFFD;', 'encoding="x"'])
    expect(read(latin1(named(name))).name).toBe(name.replace('&#xFFFD;', '\ufffd'));
  expect(read(`<?xml version="1.0" encoding="utf-8"?>${named('\ufffd')}`)).toEqual({ name: '\ufffd' });
  expect(read(named('\ufffd'))).toEqual({ name: '\ufffd' });
});

test.each([
  ['a DTD', `<!DOCTYPE helloWorld SYSTEM "http://127.0.0.1:1/x.dtd">${named('x')}`],
  ['an empty DTD', `<!DOCTYPE helloWorld>${named('x')}`],
  ['a DTD that defines an entity', `<!DOCTYPE helloWorld [<!ENTITY a "b">]>${named('x')}`],
  ['an entity bomb', bomb],
  ['an external entity', `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${named('&a;')}`],
  ['a parameter entity', `<!DOCTYPE x [<!ENTITY % a SYSTEM "http://127.0.0.1:1/"> %a;]>${named('x')}`],
  ['a DTD inside', `<helloWorld><!DOCTYPE x [<!ENTITY a "b">]><name>&a;</name></helloWorld>`],
  ['an undefined entity', named('&nbsp;')],
  ['an entity of HTML', named('&eacute;')],
  ['a bare &', named('a & b')],
  ['a bare <', named('a < b')],
  ['a character that XML forbids', named('\u0001')],
  ['a reference to a forbidden character', named('&#0;')],
  ['half a surrogate pair', named('&#xD800;')],
  ['an end of CDATA', named(']]>')],
  ['no root', ''],
  ['a form', 'name=Ann'],
  ['JSON', '{"name":"Ann"}'],
  ['two roots', named('x').repeat(2)],
  ['text after the root', `${named('x')}x`],
  ['an element that is not closed', '<helloWorld><name>x</name>'],
  ['an element that is closed by another name', '<helloWorld><name>x</Name></helloWorld>'],
  ['an attribute twice', '<helloWorld a="1" a="2"/>'],
  ['another root', '<goodbyeWorld><name>x</name></goodbyeWorld>'],
  ['a prefixed root', '<a:helloWorld xmlns:a="urn:a"><name>x</name></a:helloWorld>'],
  ['a field twice', '<helloWorld><name>x</name><name>y</name></helloWorld>'],
  ['letters that were lost with another encoding', latin1(named('Andr\ufffd'))],
  ['nesting without end', '<a>'.repeat(20_000)],
  ['nesting with an end', '<a>'.repeat(20_000) + '</a>'.repeat(20_000)],
])('readXml refuses %s', (_, text) => {
  const before = process.cpuUsage();
  expect(refusal(text)).toMatchObject({ status: 400, faults: [{ field: 'body' }] });
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
});

test('a field that contains elements is read as an object instead of text', () => {
  expect(read('<helloWorld><name>A<b>n</b>n</name></helloWorld>')).toEqual({ name: {} });
  expect(read('<helloWorld><__proto__><name>x</name></__proto__></helloWorld>').name).toBeUndefined();
});

test('a list is printed as a plural element around singular elements, with escaped text', () => {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
  expect(printXml('helloWorlds', [{ id: 1, name: 'A' }])).toBe(
    `${declaration}<helloWorlds><helloWorld><id>1</id><name>A</name></helloWorld></helloWorlds>`,
  );
  expect(printXml('helloWorlds', [])).toBe(`${declaration}<helloWorlds></helloWorlds>`);
  expect(printXml('error', { code: 'X', message: '<&>', stack: undefined })).toBe(
    `${declaration}<error><code>X</code><message>&#60;&#38;&#62;</message></error>`,
  );
  const odd = { stack: 'a\u0000b\u001b[31m\ud800\uffff💳' };
  expect(printXml('error', odd)).toBe(`${declaration}<error><stack>a�b�[31m��💳</stack></error>`);
});

/** Whether XML 1.0 allows all characters of a text (section 2.2 of its specification). */
const isXml = (text: string) => /^[\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u.test(text);

test('any text that XML can carry is the same after printing and reading', () => {
  const text = fc
    .string({ unit: 'binary' })
    .filter(isXml)
    .chain((text) => fc.constantFrom(text, `${text}\r\n${text}`, `]]>${text}&amp;`, ` ${text} `));
  fc.assert(
    fc.property(text, (name) =>
      expect(read(printXml('helloWorld', { id: 1, name }))).toEqual({ id: '1', name }),
    ),
    { numRuns: 1000 },
  );
});
