/** Has a function log a request. @returns the line in the log; null if the function logs no line */
async function line(status: number | undefined, counts: boolean, level = 'info') {
  jest.resetModules();
  process.env.LOG_LEVEL = level;
  process.env.COUNT_SERVER_ERRORS = counts ? 'yes' : '';
  const { requestLog } = await import('../../../functions/core/observability/request-log.ts');
  const written: string[] = [];
  const write = jest
    .spyOn(process.stdout, 'write')
    .mockImplementation((text) => written.push(String(text)) > 0);
  try {
    const request = {
      event: { httpMethod: 'POST', resource: '/payments', requestContext: { requestId: 'one' } },
      ...(status && { response: { statusCode: status, body: '' } }),
    };
    requestLog().after?.(request as never);
  } finally {
    write.mockRestore();
  }
  return JSON.parse(written.join('') || 'null');
}

test.each([
  [200, 0],
  [400, 0],
  [500, 1],
  [503, 1],
])(
  'a function whose releases are watched counts a request with status %i as %i server errors',
  async (status, value) => {
    const counted = await line(status, true);
    expect(counted).toMatchObject({ status, ServerErrors: value });
    expect(counted._aws).toMatchObject({
      CloudWatchMetrics: [{ Namespace: 'Florin', Dimensions: [[]], Metrics: [{ Name: 'ServerErrors' }] }],
    });
  },
);

test('any other function counts nothing', async () => {
  const plain = await line(500, false);
  expect(plain).toMatchObject({ status: 500 });
  expect(plain).not.toHaveProperty('_aws');
});

test('the log level `error` keeps the lines of 5xx responses and of requests without a response, which runbooks look for', async () => {
  for (const status of [200, 404, 429]) expect(await line(status, false, 'error')).toBeNull();
  for (const status of [500, 503, undefined])
    expect(await line(status, false, 'error')).toMatchObject({ route: 'POST /payments', requestId: 'one' });
});
