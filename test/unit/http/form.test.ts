import fc from 'fast-check';
import { canonical } from '#basics/canonical.ts';
import { formParser } from '#http/body/form.ts';

/** Parses a form as a route does. @throws 400 */
async function parse(body: string): Promise<unknown> {
  const event: { headers: object; body: unknown } = {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  };
  for (const { before } of formParser()) await before?.({ event } as never);
  return event.body;
}

type Value = string | Value[] | { [name: string]: Value };
type Field = [name: string, value: string];

/** The fields of a value. @param bracket what stands in the brackets of a list's item */
function fieldsOf(value: Value, bracket: (index: number) => string, name = ''): Field[] {
  if (typeof value === 'string') return [[name, value]];
  const inner: [string, Value][] = Array.isArray(value)
    ? value.map((item, index) => [bracket(index), item])
    : Object.entries(value);
  return inner.flatMap(([key, item]) => fieldsOf(item, bracket, name === '' ? key : `${name}[${key}]`));
}

const formOf = (fields: readonly Field[]) => new URLSearchParams([...fields]).toString();

const text = fc.oneof(fc.constantFrom('', '0', 'null', '[]', '+ &=%', '💳'), fc.string());
const name = fc.constantFrom('a', 'b c', 'é', 'length', 'constructor', '__proto__', '&=', 'x'.repeat(99));

/** Objects with an own field for each name, including `__proto__`. */
const objectOf = <T extends Value>(value: fc.Arbitrary<T>) =>
  fc
    .uniqueArray(fc.tuple(name, value), { selector: ([name]) => name, minLength: 1, maxLength: 4 })
    .map((fields) => Object.fromEntries(fields));
const listOf = <T extends Value>(item: fc.Arbitrary<T>) => fc.array(item, { minLength: 1, maxLength: 4 });

test('a form with numbered lists becomes the object that the client wrote, in any order of the fields', async () => {
  const { object } = fc.letrec<{ value: Value; object: Value }>((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, text, listOf(tie('value')), tie('object')),
    object: objectOf(tie('value')),
  }));
  const written = object.chain((value) => {
    const fields = fieldsOf(value, String);
    return fc.tuple(fc.constant(value), fc.shuffledSubarray(fields, { minLength: fields.length }));
  });
  await fc.assert(
    fc.asyncProperty(written, async ([value, fields]) => {
      expect(canonical(await parse(formOf(fields)))).toBe(canonical(value));
    }),
  );
});

test('a form with empty brackets becomes the object that the client wrote', async () => {
  const { object } = fc.letrec<{ row: Value; object: Value }>((tie) => ({
    // A field that all items have shows where an item ends.
    row: fc
      .tuple(text, fc.option(tie('object')))
      .map(([id, more]): Value => (more === null ? { id } : { id, more })),
    object: objectOf(fc.oneof({ maxDepth: 4 }, text, listOf(text), listOf(tie('row')), tie('object'))),
  }));
  await fc.assert(
    fc.asyncProperty(object, async (value) => {
      expect(canonical(await parse(formOf(fieldsOf(value, () => ''))))).toBe(canonical(value));
    }),
  );
});

test('each value of a form whose names differ is somewhere in the object, even if its brackets mix', async () => {
  const bracket = fc.constantFrom('', 'a', 'b', 'last');
  // All names have the same number of brackets, so that no name is the beginning of another one.
  const fields = fc.array(fc.tuple(bracket, fc.constantFrom('x', 'y', 'z')), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(fields, async (brackets) => {
      const names = [...new Set(brackets.map(([outer, inner]) => `items[${outer}][${inner}]`))];
      const values = names.map((_, index) => String(index));
      const parsed = await parse(formOf(names.map((name, index) => [name, String(index)])));
      expect(
        fieldsOf(parsed as Value, String)
          .map(([, value]) => value)
          .sort(),
      ).toEqual(values.sort());
    }),
  );
});

test('any other text becomes an object too, or is refused, and changes no prototype', async () => {
  const piece = fc.constantFrom('a', '=', '&', '[', ']', '[]', '%5B', '%5d', '%C3', '+', '__proto__', '0');
  const any = fc.array(fc.oneof(piece, fc.string({ maxLength: 2 })), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(any, async (pieces) => {
      const parsed = await parse(pieces.join('')).catch(({ status }) => status);
      expect(typeof parsed === 'object' || parsed === 400).toBe(true);
      expect(Object.keys(Object.prototype)).toEqual([]);
      if (parsed !== 400) expect(Object.getPrototypeOf(parsed)).toBeNull();
    }),
  );
});

test.each([
  ['tags[]=x&tags[last]=y', { tags: { 0: 'x', last: 'y' } }],
  ['tags[0]=x&tags[]=y&tags[]=z', { tags: ['x', 'y', 'z'] }],
  ['tags[1]=x&tags[]=y&tags[]=z', { tags: ['y', 'x', 'z'] }],
  ['items[][a]=1&items[][a][b]=2', { items: [{ a: '1' }, { a: { b: '2' } }] }],
  ['items[][a][b]=1&items[][a]=2', { items: [{ a: { b: '1' } }, { a: '2' }] }],
  ['a=1&a[b]=2&a=3', { a: '3' }],
  ['a=1&a[b]=2', { a: { b: '2' } }],
  ['=1&name&__proto__=2', { '': '1', name: '', ['__proto__']: '2' }],
])('%s becomes %j', async (form, object) => {
  expect(canonical(await parse(form))).toBe(canonical(object));
});
