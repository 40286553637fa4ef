import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jobs } from '../../lib/jobs.ts';
import { consoleRoutes } from '../../lib/routes.ts';
import { logicalIdOf } from '../../lib/stack/logical-id.ts';
import { everySetting, functionIn, type Json, logOf, synthesizeStack } from './synthesize-stack.ts';

const sandbox = synthesizeStack();
const { template, resources, resource, body, methods } = sandbox;
const production = synthesizeStack({ stage: 'production' });

test('the table has its keys, indexes, stream and backups', () => {
  expect(resources('AWS::DynamoDB::Table')).toHaveLength(1);
  expect(resource('Table')).toMatchObject({
    DeletionPolicy: 'Delete',
    Properties: {
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk', 'listPk', 'listSk', 'pendingPk'].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S',
      })),
      KeySchema: key('pk', 'sk'),
      GlobalSecondaryIndexes: [
        { IndexName: 'list', KeySchema: key('listPk', 'listSk'), Projection: { ProjectionType: 'ALL' } },
        {
          IndexName: 'pending',
          KeySchema: key('pendingPk', 'listSk'),
          Projection: { ProjectionType: 'ALL' },
        },
      ],
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      TimeToLiveSpecification: { AttributeName: 'expires', Enabled: true },
    },
  });
});

function key(hash: string, range: string) {
  return [
    { AttributeName: hash, KeyType: 'HASH' },
    { AttributeName: range, KeyType: 'RANGE' },
  ];
}

test('the key that encrypts tokens is rotated every year, and an administrator can rotate it and undo mistakes', () => {
  const { EnableKeyRotation, KeyPolicy } = resource('SealKey').Properties;
  expect(EnableKeyRotation).toBe(true);
  const allowed = KeyPolicy.Statement.flatMap(({ Action }: { Action: string[] }) => Action);
  const rotation = ['kms:RotateKeyOnDemand', 'kms:ListKeyRotations'];
  const repairs = ['kms:PutKeyPolicy', 'kms:EnableKey', 'kms:CancelKeyDeletion'];
  expect(allowed).toEqual(expect.arrayContaining([...rotation, ...repairs]));
});

test('the key policy permits only encryption and decryption, and only to roles of the account', () => {
  const { Statement } = resource('SealKey').Properties.KeyPolicy;
  for (const { Principal } of Statement)
    expect(JSON.stringify(Principal.AWS)).toMatch(/AccountId.*":root"\]\]/);
  const uses = /Encrypt|Decrypt|Generate|Sign|Mac|Derive|Grant|Import|Key\*/;
  const actions: string[] = Statement.flatMap(({ Action }: Json) => Action);
  expect(actions.filter((action) => uses.test(action))).toEqual(['kms:GenerateDataKey', 'kms:Decrypt']);
});

test('the password of the hello-world service is made by AWS, of letters and digits', () => {
  expect(resource('HelloSecret')).toMatchObject({
    Type: 'AWS::SecretsManager::Secret',
    Properties: {
      GenerateSecretString: {
        SecretStringTemplate: '{"username":"florin"}',
        GenerateStringKey: 'password',
        PasswordLength: 32,
        ExcludePunctuation: true,
      },
    },
  });
});

test('a production stack cannot be deleted by mistake', () => {
  const isProtected = ({ directory }: typeof production) =>
    JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8')).artifacts.Florin.properties
      .terminationProtection;
  expect([isProtected(production), isProtected(sandbox)]).toEqual([true, false]);
});

test('in production, stored data is retained when the stack is deleted', () => {
  expect(production.resource('Table')).toMatchObject({
    DeletionPolicy: 'Retain',
    Properties: { DeletionProtectionEnabled: true },
  });
  const stored = /^AWS::(DynamoDB::Table|KMS::Key|SecretsManager::Secret|SQS::Queue|Logs::LogGroup)$/;
  for (const [stack, policy] of [
    [synthesizeStack(everySetting), 'Retain'],
    [sandbox, 'Delete'],
  ] as const) {
    const found = Object.entries<Json>(stack.template.Resources).filter(([, { Type }]) => stored.test(Type));
    expect(found.length).toBeGreaterThan(40);
    for (const [id, { DeletionPolicy, UpdateReplacePolicy }] of found)
      expect([id, DeletionPolicy, UpdateReplacePolicy]).toEqual([id, policy, policy]);
  }
  expect(
    production.resources('AWS::ApiGateway::Stage').map(({ Properties }) => Properties.StageName),
  ).toEqual(['production', 'production', 'production']);
});

test('every function runs on the newest Node.js, on arm64, and logs to the group of its folder for a month', () => {
  for (const { id, Properties } of resources('AWS::Lambda::Function')) {
    const log = logOf(id);
    expect(Properties).toMatchObject({
      Architectures: ['arm64'],
      Handler: 'index.handler',
      LoggingConfig: { LogGroup: { Ref: log } },
      Runtime: 'nodejs24.x',
    });
    if (!jobs.some(({ name }) => name === id)) expect(Properties.Timeout).toBeLessThan(29); // API Gateway's limit
    expect(resource(log).Properties.RetentionInDays).toBe(30);
  }
});

test('functions are named after their routes', () => {
  for (const { api, method, path, function: name } of methods.filter(({ method }) => method !== 'OPTIONS')) {
    // The names of the console's own functions begin with `Console`. Below `/api`, the console calls functions of the
    // merchants' API.
    const shared = api === 'ConsoleApi' && !name?.startsWith('Console');
    const place = shared ? path.slice('/api'.length) : path;
    const owner = api === 'ConsoleApi' && !shared ? 'console' : '';
    // Some of the console's routes share the function of an earlier one with the same entry.
    const joined = consoleRoutes.find(
      (one) => one.path === path && one.method === method.replace('HEAD', 'GET'),
    );
    if (api === 'ConsoleApi' && joined?.shared) {
      const first = consoleRoutes.find(({ entry }) => entry === joined.entry);
      expect(name).toBe(first && logicalIdOf(first));
      continue;
    }
    // The function of GET also answers HEAD.
    const id = `${owner}${method.replace('HEAD', 'GET')} ${place}`.toLowerCase().replace(/[^a-z0-9]/g, '');
    expect(name?.toLowerCase()).toBe(id);
  }
  expect(resource('PostTransactionsTransactionIdCaptures').Type).toBe('AWS::Lambda::Function');
});

test('the outputs are URLs without a trailing slash, the secret of the password and the key of the ledger', () => {
  const { HelloSecretArn, LedgerKeyArn, ...urls } = template.Outputs;
  expect(HelloSecretArn.Value).toEqual({ Ref: 'HelloSecret' });
  expect(LedgerKeyArn.Value).toEqual({ 'Fn::GetAtt': [expect.stringMatching(/^LedgerKey/), 'Arn'] });
  expect(Object.keys(urls)).toEqual(['BaseUrl', 'PosUrl', 'ConsoleUrl']);
  for (const { Value } of Object.values<{ Value: { 'Fn::Join': [string, unknown[]] } }>(urls)) {
    const parts = Value['Fn::Join'][1];
    expect(parts.at(0)).toBe('https://');
    expect(parts.at(-1)).toMatch(/\/sandbox$/);
  }
});

test('the stage of each public API has a variable with the URL of the other, and that of the console with its own', () => {
  const variablesOf = (api: string) =>
    resources('AWS::ApiGateway::Stage').find(({ Properties }) => Properties.RestApiId.Ref === api)?.Properties
      .Variables;
  expect(variablesOf('BaseApi')).toEqual({ posUrl: template.Outputs.PosUrl.Value });
  expect(variablesOf('PosApi')).toEqual({ baseUrl: template.Outputs.BaseUrl.Value });
  expect(variablesOf('ConsoleApi')).toEqual({ consoleUrl: template.Outputs.ConsoleUrl.Value });
});

test('no resources depend on each other in a circle', () => {
  const known = new Set(Object.keys(template.Resources));
  const namesIn = (value: Json): string[] => {
    if (typeof value === 'string') return [...value.matchAll(/\$\{(\w+)[.}]/g)].map(([, name]) => name ?? '');
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries<Json>(value).flatMap(([key, inner]) =>
      key === 'Ref' || key === 'Fn::GetAtt' || key === 'DependsOn' ? [inner].flat() : namesIn(inner),
    );
  };
  const done = new Set<string>();
  const visit = (id: string, path: string[]) => {
    if (path.includes(id)) throw new Error([...path, id].join(' waits for '));
    if (done.has(id)) return;
    for (const name of namesIn(template.Resources[id])) if (known.has(name)) visit(name, [...path, id]);
    done.add(id);
  };
  for (const id of known) visit(id, []);
  expect(done).toEqual(known);
});

const isConsole = ({ api }: { api: string }) => api === 'ConsoleApi';

describe('access to routes', () => {
  const docs = ['GET /openapi.json', 'GET /docs', 'GET /docs/{page}'];
  const page = [
    'GET /',
    'GET /l/{linkId}',
    'GET /assets/{asset}',
    'GET /logos/{key}/{logo}',
    'GET /sdk.js',
    'GET /10.js',
    'POST /csp-reports',
    'DELETE /l/{linkId}/cards/{cardId}',
  ];
  const open = [
    'POST /apps',
    'POST /vault',
    'POST /payments',
    'POST /payments/{}/{}',
    'GET /payments/{}/{}',
    ...docs,
    ...page,
  ];
  const [ofConsole, calls] = [methods.filter(isConsole), methods.filter((one) => !isConsole(one))].map(
    (some) => some.filter(({ method }) => method !== 'OPTIONS'),
  ) as [typeof methods, typeof methods];
  const isOpen = ({ route }: { route: string }) =>
    open.includes(route.replace(/^HEAD/, 'GET').replace(/(?<=\/payments\/).*/, '{}/{}'));

  const isHello = ({ path }: { path: string }) => path.startsWith('/api/');
  /** Whether the route's function verifies a signature. */
  const isSigned = ({ path }: { path: string }) => path.startsWith('/acquirers/');

  test('open routes and those with a password are few, and have lower rate limits', () => {
    const stages = resources('AWS::ApiGateway::Stage').map(({ Properties }) => Properties);
    for (const { api, path, method } of calls.filter((call) => isOpen(call) || isHello(call))) {
      const settings = stages.find(({ RestApiId }) => RestApiId.Ref === api)?.MethodSettings;
      const rateOf = (resourcePath: string, httpMethod: string): number =>
        settings.find(
          (s: Record<string, unknown>) => s.ResourcePath === resourcePath && s.HttpMethod === httpMethod,
        ).ThrottlingRateLimit;
      // CloudFormation writes the root as `/`, and a slash in any other path as `~1`.
      const encoded = path === '/' ? path : `/${path.replaceAll('/', '~1')}`;
      expect(rateOf(encoded, method)).toBeLessThan(rateOf('/*', '*'));
    }
  });

  test('the routes of the console need a session, except those of its page and of signing in', () => {
    const { SessionAuthorizer, ...none } = body('ConsoleApi').components.securitySchemes;
    expect(none).toEqual({});
    const open = [
      'GET /',
      'GET /assets/{asset}',
      'GET /till',
      'POST /till/session',
      'POST /sign-in',
      'POST /sign-in/confirm',
      'POST /sign-in/passkey',
      'POST /passkeys/challenges',
    ];
    for (const { route, authorizer } of ofConsole)
      expect([route, authorizer]).toEqual([
        route,
        open.includes(route.replace('HEAD', 'GET')) ? undefined : 'SessionAuthorizer',
      ]);
    // A session that is ended must not serve another request, so nothing is cached.
    const { type, authorizerResultTtlInSeconds } = SessionAuthorizer['x-amazon-apigateway-authorizer'];
    expect([type, authorizerResultTtlInSeconds]).toEqual(['request', 0]);
  });

  test('open routes need no credentials', () => {
    for (const { authorizer } of calls.filter(isOpen)) expect(authorizer).toBeUndefined();
  });

  const { KeyAuthorizer, DigestAuthorizer, ...others } = body('BaseApi').components.securitySchemes;
  const authorizer = 'x-amazon-apigateway-authorizer';

  test('all other routes except hello-world need the key of an app', () => {
    expect([others, body('PosApi').components.securitySchemes]).toEqual([{}, {}]);
    expect(KeyAuthorizer).toMatchObject({
      type: 'apiKey',
      in: 'header',
      name: 'Authorization',
      [authorizer]: {
        type: 'request',
        identitySource: 'method.request.header.Authorization',
        authorizerResultTtlInSeconds: 300,
      },
    });
    expect(functionIn(KeyAuthorizer[authorizer].authorizerUri)).toBe('KeyAuthorizer');
    for (const call of calls.filter((call) => !isOpen(call) && !isHello(call) && !isSigned(call)))
      expect(call.authorizer).toBe('KeyAuthorizer');
  });

  test('hello-world needs a password, checked by an authorizer that gets every request', () => {
    expect(DigestAuthorizer[authorizer]).toMatchObject({ type: 'request', authorizerResultTtlInSeconds: 0 });
    // With an identity source, API Gateway itself would reject requests without the header, and would send no nonce.
    expect(DigestAuthorizer[authorizer].identitySource).toBeUndefined();
    expect(functionIn(DigestAuthorizer[authorizer].authorizerUri)).toBe('DigestAuthorizer');
    const behindPassword = calls.filter(isHello);
    // Six routes, and HEAD for the three GET routes.
    expect(behindPassword).toHaveLength(9);
    for (const call of behindPassword) expect(call.authorizer).toBe('DigestAuthorizer');
  });
});

describe('error answers of API Gateway', () => {
  const responses = ['BaseApi', 'PosApi', 'ConsoleApi'].flatMap((api) =>
    Object.entries<Json>(body(api)['x-amazon-apigateway-gateway-responses']).map(([type, answer]) => ({
      api,
      type,
      status: answer.statusCode as string | undefined,
      templates: answer.responseTemplates as Record<string, string>,
      header: (name: string) =>
        answer.responseParameters[`gatewayresponse.header.${name}`] as string | undefined,
    })),
  );
  const response = (api: string, type: string) => {
    const found = responses.find((candidate) => candidate.api === api && candidate.type === type);
    if (!found) throw new Error(`${api} has no gateway response ${type}`);
    const body = found.templates['application/json'] ?? '';
    return { ...found, body, error: JSON.parse(body) as Record<string, string> };
  };

  test.each(responses)('$api $type has the shape of an error, and a request id', ({ api, type }) => {
    const { error, body, header, templates } = response(api, type);
    const xml = ['application/xml', 'text/xml'];
    // The hello-world service answers this error in both APIs, under different names.
    const both = api === 'BaseApi' && type === 'ACCESS_DENIED';
    expect(Object.keys(templates)).toEqual(['application/json', ...(both ? xml : [])]);
    expect(header('Content-Type')).toBe(both ? undefined : "'application/json; charset=utf-8'");
    if (both)
      for (const name of xml)
        expect(templates[name]).toBe(
          `<error><code>UNAUTHORIZED</code><message>${error.message}</message></error>`,
        );
    // In the merchants' API `code` is a number, so that the name of the error is in another field.
    const name = both ? '$context.authorizer.name' : api === 'PosApi' ? 'code' : 'error';
    expect(error).toEqual({
      [name]: expect.stringMatching(/^[A-Z_]+$/),
      message: expect.stringMatching(/\w/),
      ...(api !== 'PosApi' && { [both ? '$context.authorizer.copy' : 'text']: error.message }),
    });
    expect(header('X-Request-Id')).toBe('context.requestId');
    // The clients of the checkout API read lines, in browsers on any site.
    expect(body.endsWith('\n')).toBe(api === 'PosApi');
    expect(header('Access-Control-Allow-Origin')).toBe(api === 'PosApi' ? "'*'" : undefined);
    const exposed = "'X-Request-Id,Retry-After'";
    expect(header('Access-Control-Expose-Headers')).toBe(api === 'PosApi' ? exposed : undefined);
  });

  test.each([
    ['BaseApi', 'INTEGRATION_TIMEOUT', '504', 'TIMEOUT'],
    ['BaseApi', 'INTEGRATION_FAILURE', '503', 'UNAVAILABLE'],
    ['BaseApi', 'AUTHORIZER_FAILURE', '503', 'UNAVAILABLE'],
    ['BaseApi', 'AUTHORIZER_CONFIGURATION_ERROR', '503', 'UNAVAILABLE'],
    ['BaseApi', 'API_CONFIGURATION_ERROR', '503', 'UNAVAILABLE'],
    ['BaseApi', 'DEFAULT_5XX', '500', 'INTERNAL_ERROR'],
    ['BaseApi', 'THROTTLED', '429', 'THROTTLED'],
    ['BaseApi', 'QUOTA_EXCEEDED', '429', 'THROTTLED'],
    ['BaseApi', 'REQUEST_TOO_LARGE', '413', 'REQUEST_TOO_LARGE'],
    ['BaseApi', 'UNSUPPORTED_MEDIA_TYPE', '415', 'UNSUPPORTED_MEDIA_TYPE'],
    ['BaseApi', 'MISSING_AUTHENTICATION_TOKEN', '404', 'ENDPOINT_NOT_FOUND'],
    ['PosApi', 'INTEGRATION_TIMEOUT', '500', 'INTERNAL_ERROR'],
    ['PosApi', 'INTEGRATION_FAILURE', '503', 'INTERNAL_ERROR'],
    ['PosApi', 'DEFAULT_5XX', '500', 'INTERNAL_ERROR'],
    ['PosApi', 'THROTTLED', '429', 'THROTTLED'],
    ['BaseApi', 'DEFAULT_4XX', undefined, 'REQUEST_INVALID'],
    ['PosApi', 'REQUEST_TOO_LARGE', '400', 'BODY_INVALID'],
    ['PosApi', 'UNSUPPORTED_MEDIA_TYPE', '415', 'BODY_INVALID'],
    ['PosApi', 'DEFAULT_4XX', '400', 'REQUEST_INVALID'],
    ['PosApi', 'MISSING_AUTHENTICATION_TOKEN', '404', 'ENDPOINT_NOT_FOUND'],
    ['ConsoleApi', 'INTEGRATION_TIMEOUT', '504', 'TIMEOUT'],
    ['ConsoleApi', 'AUTHORIZER_FAILURE', '503', 'UNAVAILABLE'],
    ['ConsoleApi', 'UNSUPPORTED_MEDIA_TYPE', '415', 'UNSUPPORTED_MEDIA_TYPE'],
    ['ConsoleApi', 'REQUEST_TOO_LARGE', '413', 'REQUEST_TOO_LARGE'],
    ['ConsoleApi', 'DEFAULT_4XX', undefined, 'REQUEST_INVALID'],
    ['ConsoleApi', 'ACCESS_DENIED', '401', 'SESSION_MISSING'],
    ['ConsoleApi', 'UNAUTHORIZED', '401', 'SESSION_MISSING'],
    ['ConsoleApi', 'MISSING_AUTHENTICATION_TOKEN', '404', 'ENDPOINT_NOT_FOUND'],
  ])('the gateway response %s %s has status %s and code %s', (api, type, status, code) => {
    const found = response(api, type);
    expect([found.status, found.error.error ?? found.error.code]).toEqual([status, code]);
    const waits = ['429', '503', '504'].includes(status ?? '');
    expect(found.header('Retry-After')).toBe(waits ? "'1'" : undefined);
  });

  test('a 401 has a WWW-Authenticate header', () => {
    expect(response('BaseApi', 'UNAUTHORIZED')).toMatchObject({
      status: '401',
      error: { error: 'UNAUTHORIZED', message: expect.stringContaining('Send HTTP Basic') },
    });
    expect(response('BaseApi', 'UNAUTHORIZED').header('WWW-Authenticate')).toBe(`'Basic realm="florin"'`);
    expect(response('BaseApi', 'ACCESS_DENIED').status).toBe('401');
    expect(response('BaseApi', 'ACCESS_DENIED').header('WWW-Authenticate')).toBe(
      'context.authorizer.challenge',
    );
  });

  test.each([
    ['BaseApi', 'error'],
    ['PosApi', 'code'],
    ['ConsoleApi', 'error'],
  ])(
    '%s returns Florin’s errors for unknown routes, too many requests and internal failures',
    (api, name) => {
      for (const type of [
        'MISSING_AUTHENTICATION_TOKEN',
        'INVALID_SIGNATURE',
        'EXPIRED_TOKEN',
        'RESOURCE_NOT_FOUND',
      ]) {
        expect(response(api, type)).toMatchObject({ status: '404', error: { [name]: 'ENDPOINT_NOT_FOUND' } });
      }
      for (const type of ['THROTTLED', 'QUOTA_EXCEEDED']) {
        expect(response(api, type).status).toBe('429');
        expect(response(api, type).header('Retry-After')).toBe("'1'");
      }
      expect(response(api, 'DEFAULT_5XX')).toMatchObject({
        status: '500',
        error: { [name]: 'INTERNAL_ERROR' },
      });
      // A function that Lambda throttles has one of these types.
      for (const type of [
        'INTEGRATION_FAILURE',
        'API_CONFIGURATION_ERROR',
        'AUTHORIZER_CONFIGURATION_ERROR',
        'AUTHORIZER_FAILURE',
      ]) {
        expect(response(api, type).status).toBe('503');
        expect(response(api, type).header('Retry-After')).toBe("'1'");
      }
      expect(response(api, 'DEFAULT_4XX')).toBeTruthy();
    },
  );
});
