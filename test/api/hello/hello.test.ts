import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { routes } from '../../../lib/routes.ts';
import { document, freshId, hello, password, username, xml } from '../support/hello.ts';
import { basic, type Response, send } from '../support/http.ts';

const { url, api, create, idIn } = hello();

const put = (body: unknown, headers = {}) => api('PUT', '/helloWorld', { body, headers });
const post = (body: unknown, headers = {}) => api('POST', '/helloWorld', { body, headers });
const get = (id: number | string, headers = {}) => api('GET', `/helloWorld/${id}`, { headers });

/** Texts that are not valid ids. */
const malformed = [
  '0',
  '-1',
  '1.5',
  '01',
  '1e3',
  'abc',
  '%31',
  '%00',
  '%20',
  'NaN',
  '9007199254740992',
  '9'.repeat(400),
];

const isError = { code: expect.stringMatching(/^[A-Z_]+$/), message: expect.any(String) };
const hasNoBody = ({ text }: Response) => expect(text).toBe('');

describe('GET /api/helloWorld/{id}', () => {
  test('GET /api/helloWorld/{id} returns 200 with the resource', async () => {
    const answer = await get(idIn(await create({ name: 'Ann' })));
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(answer.body).toEqual({ id: expect.any(Number), name: 'Ann' });
    expect(answer.headers['x-request-id']).toBeTruthy();
    expect(answer.headers.vary).toBe('Accept');
  });

  test('GET /api/helloWorld/{id} returns 404 for an unknown or malformed id', async () => {
    for (const id of [freshId(), ...malformed]) {
      const answer = await get(id);
      expect([id, answer.status, answer.body]).toEqual([id, 404, { ...isError, code: 'NOT_FOUND' }]);
    }
  });
});

describe('POST /api/helloWorld', () => {
  test('POST /api/helloWorld returns 201 without a body, and with a Location that leads to the resource', async () => {
    const answer = await post({ name: 'Ann' });
    expect(answer.status).toBe(201);
    hasNoBody(answer);
    const location = answer.headers.location ?? '';
    expect(location).toMatch(new RegExp(`^${url}/helloWorld/[1-9]\\d*$`));
    expect(
      (await send(location, 'GET', { headers: { authorization: basic(username, password) } })).body,
    ).toEqual({
      id: idIn(location),
      name: 'Ann',
    });
  });

  test('POST /api/helloWorld uses the id of the request, and returns 409 if the id is taken', async () => {
    const id = freshId();
    expect(idIn(await create({ id, name: 'Ann' }))).toBe(id);
    const answer = await post({ id, name: 'Bob' });
    expect([answer.status, answer.body]).toEqual([409, { ...isError, code: 'CONFLICT' }]);
    expect((await get(id)).body.name).toBe('Ann');
    await api('DELETE', `/helloWorld/${id}`);
    expect(idIn(await create({ id, name: 'Carl' }))).toBe(id);
  });

  test('POST /api/helloWorld answers one of fifty creates with the same id 201, and the others 409', async () => {
    const id = freshId();
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => post({ id, name: `No. ${n}` })));
    const winners = answers.flatMap(({ status }, n) => (status === 201 ? [n] : []));
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
    expect((await get(id)).body.name).toBe(`No. ${winners[0]}`);
  });

  test('assigns fifty different ids to fifty creates at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => create({ name: 'Ann' })));
    expect(new Set(all).size).toBe(50);
  });

  test('POST /api/helloWorld skips ids that clients chose', async () => {
    const last = idIn(await create({ name: 'Ann' }));
    const taken = await Promise.all(
      Array.from({ length: 5 }, (_, n) => post({ id: last + 1 + n, name: 'taken' })),
    );
    expect(taken.map(({ status }) => status)).toContain(201);
    const next = idIn(await create({ name: 'Bob' }));
    expect(next).toBeGreaterThan(last);
    expect((await get(next)).body.name).toBe('Bob');
    for (let n = 1; n <= 5; n++) expect((await get(last + n)).status).toBe(200);
  });

  test.each<[string, unknown, string]>([
    ['no body', undefined, 'name'],
    ['no name', {}, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a name that is a number', { name: 5 }, 'name'],
    ['a name of 256 characters', { name: '💳'.repeat(256) }, 'name'],
    ['a control character in the name', { name: 'a\u0000b' }, 'name'],
    ['half a surrogate pair in the name', '{"name":"\\ud83d"}', 'name'],
    ['an id of 0', { id: 0, name: 'x' }, 'id'],
    ['a negative id', { id: -1, name: 'x' }, 'id'],
    ['a fraction as the id', { id: 1.5, name: 'x' }, 'id'],
    ['an id above 2^53 − 1', '{"id":9007199254740993,"name":"x"}', 'id'],
    ['an id that is text', { id: '7', name: 'x' }, 'id'],
    ['a list as the body', '[1]', 'body'],
    ['JSON that is cut off', '{"name":', 'body'],
  ])('POST /api/helloWorld returns 400 for %s', async (_, body, field) => {
    const answer = await post(body, { 'content-type': 'application/json' });
    expect([answer.status, answer.body]).toEqual([
      400,
      { code: 'REQUEST_INVALID', message: expect.any(String) },
    ]);
    expect(answer.body.message).toMatch(new RegExp(`^${field}: (Must|Is)`));
  });

  test('POST /api/helloWorld names all invalid fields in one response', async () => {
    const { body } = await post({ id: 0, name: '' });
    expect(body.message).toMatch(/id: Must be a whole number.*; name: Must be text of 1 to 255 characters/);
  });

  test('POST /api/helloWorld accepts and returns names of 255 characters, spaces, quotes, markup and line separators', async () => {
    for (const name of [
      '💳'.repeat(255),
      ' ',
      ' Ann ',
      '007',
      'null',
      '"\\\n\t',
      '</name>',
      '\u0085\u2028',
    ]) {
      expect((await get(idIn(await create({ name })))).body.name).toBe(name);
    }
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/vnd.api+json',
    'text/html',
    'xml',
    '',
  ])('POST and PUT return 415 for the media type "%s"', async (type) => {
    for (const answer of [
      await post('{"name":"x"}', { 'content-type': type }),
      await put('{"id":1,"name":"x"}', { 'content-type': type }),
    ]) {
      expect([answer.status, answer.body]).toEqual([415, { ...isError, code: 'UNSUPPORTED_MEDIA_TYPE' }]);
    }
  });

  test('POST /api/helloWorld returns 415 to a charset other than UTF-8, and to a missing media type', async () => {
    expect((await post('{"name":"x"}', { 'content-type': 'application/json; charset=latin1' })).status).toBe(
      415,
    );
    expect((await post('{"name":"x"}')).status).toBe(415);
    for (const type of ['application/json; charset=UTF-8', 'APPLICATION/JSON;charset="utf-8"']) {
      expect((await post('{"name":"x"}', { 'content-type': type })).status).toBe(201);
    }
  });

  test('POST /api/helloWorld returns 413 to a body of more than 64 KB', async () => {
    const answer = await post({ name: 'x', more: 'x'.repeat(64 * 1024) });
    expect([answer.status, answer.body]).toEqual([413, { ...isError, code: 'REQUEST_TOO_LARGE' }]);
  });
});

describe('PUT /api/helloWorld', () => {
  test('PUT /api/helloWorld returns 200 without a body, and changes the name', async () => {
    const id = idIn(await create({ name: 'Ann' }));
    const answer = await put({ id, name: 'Bob' });
    expect(answer.status).toBe(200);
    hasNoBody(answer);
    expect((await get(id)).body).toEqual({ id, name: 'Bob' });
  });

  test('PUT /api/helloWorld returns 400 if the id or the name is missing or invalid', async () => {
    const id = idIn(await create({ name: 'Ann' }));
    for (const [body, field] of [
      [{ name: 'Bob' }, 'id'],
      [{ id }, 'name'],
      [{ id, name: '' }, 'name'],
      [{ id: null, name: 'Bob' }, 'id'],
      [{ id: String(id), name: 'Bob' }, 'id'],
      [{}, 'id'],
    ] as const) {
      const answer = await put(body);
      expect([answer.status, answer.body.code]).toEqual([400, 'REQUEST_INVALID']);
      expect(answer.body.message).toMatch(new RegExp(`^${field}: `));
    }
    expect((await get(id)).body.name).toBe('Ann');
  });

  test('PUT /api/helloWorld returns 404 for an unknown id, and creates nothing', async () => {
    const id = freshId();
    const answer = await put({ id, name: 'Bob' });
    expect([answer.status, answer.body]).toEqual([404, { ...isError, code: 'NOT_FOUND' }]);
    expect((await get(id)).status).toBe(404);
  });

  test('PUT /api/helloWorld does not restore a resource that is deleted at the same time', async () => {
    for (let round = 0; round < 20; round++) {
      const id = idIn(await create({ name: 'Ann' }));
      const [, updated] = await Promise.all([api('DELETE', `/helloWorld/${id}`), put({ id, name: 'Bob' })]);
      expect([200, 404]).toContain(updated.status);
      expect((await get(id)).status).toBe(404);
    }
  });
});

describe('DELETE /api/helloWorld/{id}', () => {
  test('DELETE /api/helloWorld/{id} returns 200 without a body, and 404 to a second delete', async () => {
    const id = idIn(await create({ name: 'Ann' }));
    const answer = await api('DELETE', `/helloWorld/${id}`);
    expect(answer.status).toBe(200);
    hasNoBody(answer);
    const again = await api('DELETE', `/helloWorld/${id}`);
    expect([again.status, again.body]).toEqual([404, { ...isError, code: 'NOT_FOUND' }]);
    expect((await get(id)).status).toBe(404);
  });

  test('DELETE /api/helloWorld/{id} returns 404 to a malformed id', async () => {
    for (const id of malformed) expect((await api('DELETE', `/helloWorld/${id}`)).status).toBe(404);
  });
});

describe('GET /api/helloWorld', () => {
  test('GET /api/helloWorld returns 200 with all resources, sorted by id', async () => {
    const ids = [
      freshId(),
      Number.MAX_SAFE_INTEGER - (freshId() % 1000),
      freshId(),
      idIn(await create({ name: 'x' })),
    ];
    await Promise.all(ids.slice(0, 3).map((id) => create({ id, name: `No. ${id}` })));
    const { status, body } = await api('GET', '/helloWorld');
    expect(status).toBe(200);
    const listed = body.map(({ id }: { id: number }) => id);
    expect(listed).toEqual(expect.arrayContaining(ids));
    expect(listed).toEqual([...listed].sort((a, b) => a - b));
    expect(body).toContainEqual({ id: ids[0], name: `No. ${ids[0]}` });
    await Promise.all(ids.map((id) => api('DELETE', `/helloWorld/${id}`)));
    expect(JSON.stringify((await api('GET', '/helloWorld')).body)).not.toContain(`No. ${ids[0]}`);
  });

  test('GET /api/helloWorld ignores a slash at the end, and the API answers an unsupported method with 405 in JSON', async () => {
    expect((await api('GET', '/helloWorld/')).status).toBe(200);
    const answer = await api('PATCH', '/helloWorld');
    // API Gateway answers an unsupported method itself, always in JSON.
    expect([answer.status, answer.headers.allow, answer.body]).toEqual([
      405,
      'GET, HEAD, POST, PUT',
      { code: 'METHOD_NOT_ALLOWED', message: expect.any(String) },
    ]);
  });
});

test('HEAD answers with the status and headers of GET, and without a body, in each media type', async () => {
  const id = idIn(await create({ name: 'Ann' }));
  for (const path of [`/helloWorld/${id}`, '/helloWorld', '/about', '/helloWorld/0', '/helloWorld/'])
    for (const accept of ['application/json', xml, 'image/png']) {
      const [get, head] = [
        await api('GET', path, { headers: { accept } }),
        await api('HEAD', path, { headers: { accept } }),
      ];
      expect([path, accept, head.status, head.text]).toEqual([path, accept, get.status, '']);
      for (const name of ['content-type', 'vary', 'cache-control'])
        expect([path, accept, head.headers[name]]).toEqual([path, accept, get.headers[name]]);
    }
  expect((await get(id)).status).toBe(200);
});

test('unknown fields and query parameters are ignored, and named in Florin-Ignored', async () => {
  const made = await api('POST', '/helloWorld?dry=1', { body: { name: 'Ann', nmae: 'x', gone: null } });
  expect([made.status, made.headers['florin-ignored']]).toEqual([201, 'dry, nmae']);
  const id = idIn(made.headers.location ?? '');
  for (const [method, path, body, status] of [
    ['GET', `/helloWorld/${id}?fields=name`, undefined, 200],
    ['GET', '/helloWorld?fields=name', undefined, 200],
    ['GET', '/helloWorld/0?fields=name', undefined, 404],
    ['GET', '/about?fields=name', undefined, 200],
    ['PUT', '/helloWorld?fields=name', { id, name: '' }, 400],
    ['PUT', '/helloWorld?fields=name', { id, name: 'Bob' }, 200],
    ['DELETE', `/helloWorld/${id}?fields=name`, undefined, 200],
  ] as const) {
    const answer = await api(method, path, { body });
    expect([path, answer.status, answer.headers['florin-ignored']]).toEqual([path, status, 'fields']);
  }
});

describe('GET /api/about', () => {
  test('GET /api/about lists the resource types, their URLs, and the methods of the route table for each URL', async () => {
    const { status, body } = await api('GET', '/about');
    expect([status, Object.keys(body)]).toEqual([200, ['resources']]);
    const [{ type, endpoints }, ...others] = body.resources;
    expect([type, others]).toEqual(['helloWorld', []]);
    const listed = endpoints.flatMap(({ url, methods }: { url: string; methods: string[] }) =>
      methods.map((method) => `${method} ${url}`),
    );
    const table = routes.filter(({ path }) => path.startsWith('/api/helloWorld'));
    expect(listed.sort()).toEqual(
      table.map(({ method, path }) => `${method} ${url.replace(/\/api$/, path)}`).sort(),
    );
  });

  test('GET /api/about answers in XML if the client accepts XML', async () => {
    const { text } = await api('GET', '/about', { headers: { accept: xml } });
    expect(text).toContain(
      `<about><resources><resource><type>helloWorld</type><endpoints><endpoint><url>${url}/helloWorld</url><methods><method>GET</method>`,
    );
  });
});

describe('a client that uses XML', () => {
  const types = { 'content-type': xml, accept: xml };
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
  const made = (name: string, headers: object = types) =>
    create(document(`<name>${name}</name>`), { ...headers });

  test('creates, reads, updates, lists and deletes a resource', async () => {
    const id = freshId();
    const created = await post(document(`<id>${id}</id><name>Ann</name>`), types);
    expect([created.status, created.text]).toEqual([201, '']);
    const read = await get(id, types);
    expect(read.headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(read.text).toBe(`${declaration}<helloWorld><id>${id}</id><name>Ann</name></helloWorld>`);

    const updated = await put(read.text.replace('Ann', 'Bob'), types);
    expect([updated.status, updated.text]).toEqual([200, '']);
    const { text } = await api('GET', '/helloWorld', { headers: types });
    expect(text).toMatch(/^<\?xml [^>]*>\n<helloWorlds><helloWorld>.*<\/helloWorld><\/helloWorlds>$/s);
    expect(text).toContain(`<helloWorld><id>${id}</id><name>Bob</name></helloWorld>`);
    expect((await api('DELETE', `/helloWorld/${id}`, { headers: types })).status).toBe(200);
  });

  test.each([
    ['Zażółć gęślą jaźń 日本 💳', 'Zażółć gęślą jaźń 日本 💳'],
    ['&lt;Ann &amp; Bob&gt; &quot;&apos;', `<Ann & Bob> "'`],
    ['&amp;lt; &amp;amp;', '&lt; &amp;'],
    ['&#233;&#x1F4B3;', 'é💳'],
    ['<![CDATA[</name> & <b>]]>', '</name> & <b>'],
    ['007', '007'],
    ['1.0', '1.0'],
    ['true', 'true'],
    ['  Ann \n\t', '  Ann \n\t'],
    [' ', ' '],
    ['a&#13;&#10;b', 'a\r\nb'],
  ])('an XML client sends the name %j, and reads the name %j in JSON and XML', async (written, name) => {
    const id = idIn(await made(written));
    expect((await get(id)).body).toEqual({ id, name });
    const copy = idIn(await create((await get(id, types)).text.replace(/<id>\d+<\/id>/, ''), types));
    expect((await get(copy)).body.name).toBe(name);
  });

  test('an XML client can leave the id to the service with xsi:nil, as .NET writes null', async () => {
    const nil = document(
      '<id xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/><name>Ann</name>',
    );
    const created = await post(nil, types);
    expect([created.status, created.headers.location]).toEqual([
      201,
      expect.stringMatching(/\/helloWorld\/\d+$/),
    ]);
    expect((await put(nil, types)).text).toContain('id: Is required');
  });

  test('an XML client can send text/xml, a charset and a byte order mark', async () => {
    await made('Ann', { 'content-type': 'text/xml; charset=utf-8' });
    const id = idIn(await create(`\uFEFF${declaration}${document('<name>Ænn</name>')}`, types));
    const answer = await get(id, { accept: 'text/xml' });
    expect(answer.headers['content-type']).toBe('text/xml; charset=utf-8');
    expect(answer.text).toContain('<name>Ænn</name>');
  });

  test('an XML client gets 400 in XML for an invalid body', async () => {
    for (const [body, message] of [
      ['', 'name: Is required'],
      [document(''), 'name: Is required'],
      [document('<name/>'), 'name: Must be text of 1 to 255 characters, without control characters'],
      [
        document('<name><b>Ann</b></name>'),
        'name: Must be text of 1 to 255 characters, without control characters',
      ],
      [document('<id>x</id><name>Ann</name>'), 'id: Must be a whole number, 1 to 2^53 − 1'],
      [document('<id/><name>Ann</name>'), 'id: Must be a whole number, 1 to 2^53 − 1'],
      [document('<name>A</name><name>B</name>'), 'body: Must have name once'],
      ['<hello><name>Ann</name></hello>', 'body: Must be a helloWorld element'],
      ['<helloWorld><name>Ann</helloWorld>', 'body: Must be well-formed XML'],
      ['{"name":"Ann"}', 'body: Must be well-formed XML'],
    ] as const) {
      const answer = await post(body, types);
      expect([answer.status, answer.headers['content-type']]).toEqual([
        400,
        'application/xml; charset=utf-8',
      ]);
      expect(answer.text).toBe(
        `${declaration}<error><code>REQUEST_INVALID</code><message>${message}</message></error>`,
      );
    }
  });

  test('an XML client gets 400 for a DTD, an entity bomb or an external entity, and the service fetches nothing', async () => {
    const visitors: string[] = [];
    const server = createServer((request, response) => {
      visitors.push(String(request.url));
      response.end('<!ENTITY x "fetched">');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const bait = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const levels = Array.from({ length: 30 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join(
      '',
    );
    try {
      for (const dtd of [
        '<!DOCTYPE helloWorld>',
        `<!DOCTYPE helloWorld SYSTEM "${bait}/dtd">`,
        `<!DOCTYPE helloWorld [<!ENTITY x "expanded">]>`,
        `<!DOCTYPE helloWorld [<!ENTITY x SYSTEM "${bait}/entity">]>`,
        `<!DOCTYPE helloWorld [<!ENTITY % p SYSTEM "${bait}/parameter"> %p;]>`,
        '<!DOCTYPE helloWorld [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
        `<!DOCTYPE helloWorld [<!ENTITY l0 "lol">${levels}<!ENTITY x "&l30;">]>`,
      ]) {
        const started = performance.now();
        for (const name of ['Ann', '&x;']) {
          const answer = await post(dtd + document(`<name>${name}</name>`), types);
          expect([dtd.slice(0, 60), answer.status]).toEqual([dtd.slice(0, 60), 400]);
          expect(answer.text).not.toMatch(/root:|lollol|fetched|expanded/);
        }
        expect(performance.now() - started).toBeLessThan(10_000);
      }
      expect(visitors).toEqual([]);
    } finally {
      server.close();
    }
  });
});

describe('the media type of a response', () => {
  test.each([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['application/xml', 'application/xml'],
    ['application/json;q=0.5, application/xml;q=0.6', 'application/xml'],
    ['application/*;q=0.4, text/xml', 'text/xml'],
    ['text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8', 'application/xml'],
    ['*/*, application/json;q=0', 'application/xml'],
    ['application/json; charset=utf-8', 'application/json'],
  ])('the media type of the response to Accept: %s is %s', async (accept, type) => {
    const headers: Record<string, string> = accept === undefined ? {} : { accept };
    for (const path of ['/helloWorld', '/about', '/helloWorld/0']) {
      const answer = await api('GET', path, { headers });
      expect([path, answer.headers['content-type']]).toEqual([path, `${type}; charset=utf-8`]);
      expect(answer.text).toMatch(type.endsWith('xml') ? /^<\?xml / : /^[[{]/);
    }
  });

  test.each(['text/html', 'application/vnd.api+json', 'image/*', 'application/json;q=0', 'nonsense'])(
    'a response cannot have the media type %s: every route returns 406 and changes nothing',
    async (accept) => {
      const id = idIn(await create({ name: 'Ann' }));
      const free = freshId();
      for (const answer of [
        await get(id, { accept }),
        await api('GET', '/helloWorld', { headers: { accept } }),
        await api('GET', '/about', { headers: { accept } }),
        await post({ id: free, name: 'x' }, { accept }),
        await put({ id, name: 'x' }, { accept }),
        await api('DELETE', `/helloWorld/${id}`, { headers: { accept } }),
      ]) {
        expect([answer.status, answer.body]).toEqual([406, { ...isError, code: 'NOT_ACCEPTABLE' }]);
      }
      expect((await get(id)).body).toEqual({ id, name: 'Ann' });
      expect((await get(free)).status).toBe(404);
    },
  );

  test('the media type of a response is the requested media type for errors too', async () => {
    const answers = [
      await get(0, { accept: xml }),
      await post({}, { accept: xml }),
      await post('x', { accept: xml, 'content-type': 'text/plain' }),
      await put({ id: freshId(), name: 'x' }, { accept: xml }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 400, 415, 404]);
    for (const { headers, text } of answers) {
      expect(headers['content-type']).toBe('application/xml; charset=utf-8');
      expect(text).toMatch(/\n<error><code>[A-Z_]+<\/code><message>[^<]+<\/message><\/error>$/);
    }
  });
});
