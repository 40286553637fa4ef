import { isBinary } from '../../../lib/local/gateway/event.ts';
import { eventOf, makeApi, makeRequest } from './fixture.ts';

describe('the event of a Lambda proxy integration', () => {
  test('the Lambda event has every field that AWS documents', () => {
    const event = eventOf(makeRequest());
    expect(event).toEqual({
      resource: '/lines/{lineId}',
      path: '/lines/1',
      httpMethod: 'GET',
      headers: {
        Host: 'localhost:3000',
        'User-Agent': 'curl/8',
        'X-Amzn-Trace-Id': expect.stringMatching(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24}$/),
        'X-Forwarded-For': '203.0.113.7',
        'X-Forwarded-Port': '3000',
        'X-Forwarded-Proto': 'http',
      },
      multiValueHeaders: {
        Host: ['localhost:3000'],
        'User-Agent': ['curl/8'],
        'X-Amzn-Trace-Id': [event.headers['X-Amzn-Trace-Id']],
        'X-Forwarded-For': ['203.0.113.7'],
        'X-Forwarded-Port': ['3000'],
        'X-Forwarded-Proto': ['http'],
      },
      queryStringParameters: null,
      multiValueQueryStringParameters: null,
      pathParameters: { lineId: '1' },
      stageVariables: null,
      requestContext: {
        accountId: '000000000000',
        apiId: 'abcdefghij',
        domainName: 'localhost:3000',
        domainPrefix: 'localhost:3000',
        extendedRequestId: expect.stringMatching(/^[\w-]{15}=$/),
        httpMethod: 'GET',
        identity: expect.objectContaining({ sourceIp: '203.0.113.7', userAgent: 'curl/8', accessKey: null }),
        path: '/lines/1',
        protocol: 'HTTP/1.1',
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        requestTime: '09/Apr/2015:12:34:56 +0000',
        requestTimeEpoch: 1428582896789,
        resourceId: '/lines/{lineId}',
        resourcePath: '/lines/{lineId}',
        stage: 'sandbox',
      },
      body: null,
      isBase64Encoded: false,
    });
  });

  test('the Lambda event has the path alone if the client sends the whole URL, as to a proxy', () => {
    for (const url of ['http://localhost:3000/lines/1?a=/b', 'HTTPS://api.example.com//lines/1?a=/b']) {
      const event = eventOf(makeRequest({ url }));
      expect([event.path, event.requestContext.path]).toEqual(['/lines/1', '/lines/1']);
      expect(event.queryStringParameters).toEqual({ a: '/b' });
    }
  });

  test('the Lambda event has the stage in requestContext.path at execute-api, and not at a custom domain', () => {
    const atExecuteApi = eventOf(makeRequest(), makeApi(), '/sandbox');
    expect([atExecuteApi.path, atExecuteApi.requestContext.path]).toEqual(['/lines/1', '/sandbox/lines/1']);

    const atCustomDomain = eventOf(makeRequest());
    expect([atCustomDomain.path, atCustomDomain.requestContext.path]).toEqual(['/lines/1', '/lines/1']);
  });

  test('the Lambda event has the final slash in the path, and not in the parameter', () => {
    const event = eventOf(makeRequest({ url: '/lines/1/' }));
    expect([event.path, event.requestContext.path, event.resource, event.pathParameters]).toEqual([
      '/lines/1/',
      '/lines/1/',
      '/lines/{lineId}',
      { lineId: '1' },
    ]);
  });

  test('the Lambda event leaves a path percent-encoded, as REST APIs do', () => {
    const event = eventOf(makeRequest({ url: '/lines/a%2Fb%20c+d' }));
    expect([event.path, event.pathParameters]).toEqual(['/lines/a%2Fb%20c+d', { lineId: 'a%2Fb%20c+d' }]);
  });

  test('the Lambda event has null for the path parameters of a route without parameters', () => {
    expect(eventOf(makeRequest({ method: 'POST', url: '/apps' })).pathParameters).toBeNull();
  });
});

describe('headers of the event', () => {
  const headersOf = (...rawHeaders: string[]) => eventOf(makeRequest({ rawHeaders }));

  test('keep the case in which they were sent, except the headers that API Gateway rewrites', () => {
    const { headers } = headersOf(
      'tEsT-HEADeR',
      'aValUE',
      'authorization',
      'Basic x',
      'host',
      'h',
      'user-agent',
      'u',
    );
    expect(headers).toMatchObject({
      'tEsT-HEADeR': 'aValUE',
      Authorization: 'Basic x',
      Host: 'h',
      'User-Agent': 'u',
    });
    expect(Object.keys(headers)).not.toContain('authorization');
  });

  test('headers of the event have all values in multiValueHeaders, and the last one in headers', () => {
    const { headers, multiValueHeaders } = headersOf('X-A', '1', 'X-B', 'b', 'X-A', '2');
    expect(multiValueHeaders).toMatchObject({ 'X-A': ['1', '2'], 'X-B': ['b'] });
    expect(headers).toMatchObject({ 'X-A': '2', 'X-B': 'b' });
  });

  test('headers of the event have the client appended to X-Forwarded-For, and other X-Forwarded headers overwritten', () => {
    const { headers } = headersOf(
      'x-forwarded-for',
      '10.0.0.1',
      'X-Forwarded-Proto',
      'https',
      'x-forwarded-port',
      '1',
    );
    expect(headers).toMatchObject({
      'X-Forwarded-For': '10.0.0.1, 203.0.113.7',
      'X-Forwarded-Proto': 'http',
      'X-Forwarded-Port': '3000',
    });
    expect(Object.keys(headers).map((name) => name.toLowerCase())).toHaveLength(4);
  });

  test.each(['Connection', 'content-length', 'Transfer-Encoding', 'Expect', 'TE', 'Upgrade'])(
    'leave out %s',
    (name) => {
      expect(Object.keys(headersOf(name, 'x', 'Kept', 'x').headers)).toEqual(
        expect.not.arrayContaining([name]),
      );
      expect(headersOf(name, 'x', 'Kept', 'x').headers.Kept).toBe('x');
    },
  );

  test('headers of the event may have the names of object properties', () => {
    expect(headersOf('constructor', 'a', '__proto__', 'b').multiValueHeaders.constructor).toEqual(['a']);
  });
});

describe('the query of the event', () => {
  const queryOf = (query: string) => eventOf(makeRequest({ url: `/lines/1?${query}` }));

  test('the query of the event is decoded, with all values in one field and the last values in another', () => {
    const event = queryOf('a=1&filter%5Btest%5D=x%2By&a=2&b=c+d&e');
    expect(event.multiValueQueryStringParameters).toEqual({
      a: ['1', '2'],
      'filter[test]': ['x+y'],
      b: ['c d'],
      e: [''],
    });
    expect(event.queryStringParameters).toEqual({ a: '2', 'filter[test]': 'x+y', b: 'c d', e: '' });
  });

  test('the query of the event keeps a value unchanged if that value cannot be decoded', () => {
    expect(queryOf('a=%zz').queryStringParameters).toEqual({ a: '%zz' });
  });

  test('the query of the event is not part of any path', () => {
    const event = queryOf('a=/x');
    expect([event.path, event.requestContext.path]).toEqual(['/lines/1', '/lines/1']);
  });
});

describe('the body of the event', () => {
  const post = (body: Buffer | string, type = 'application/json') =>
    eventOf(
      makeRequest({
        method: 'POST',
        url: '/apps',
        body: Buffer.from(body as string),
        rawHeaders: ['content-type', type],
      }),
    );

  test('the body of the event is text', () => {
    expect(post('{"name":"Größe"}')).toMatchObject({ body: '{"name":"Größe"}', isBase64Encoded: false });
  });

  test('the body of the event is null when empty, even for a binary media type', () => {
    expect(post('')).toMatchObject({ body: null, isBase64Encoded: false });
    expect(post('', 'image/png')).toMatchObject({ body: null, isBase64Encoded: false });
  });

  test('the body of the event is base64 for the binary media types of the API, and only for those', () => {
    const bytes = Buffer.from([0, 255, 128]);
    expect(post(bytes, 'Image/PNG; q=1')).toMatchObject({ body: 'AP+A', isBase64Encoded: true });
    expect(post(bytes, 'application/octet-stream')).toMatchObject({ isBase64Encoded: false });
  });
});

test.each([
  ['image/png', ['image/png'], true],
  ['image/png', ['image/*'], true],
  ['text/plain', ['*/*'], true],
  ['text/plain', ['image/*'], false],
  ['', ['image/*'], false],
  ['text/plain', [], false],
])('%j among %j is binary: %j', (type, types, expected) => {
  expect(isBinary(type, types)).toBe(expected);
});
