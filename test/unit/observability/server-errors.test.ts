/** Logs a request of a function, and returns its line. */
async function line(status: number, counts: boolean): Promise<Record<string, unknown>> {
  jest.resetModules();
  process.env.COUNT_SERVER_ERRORS = counts ? 'yes' : '';
  const { requestLog } = await import('../../../functions/core/observability/request-log.ts');
  const written: string[] = [];
  const write = jest
    .spyOn(process.stdout, 'write')
    .mockImplementation((text) => written.push(String(text)) > 0);
  try {
    const request = {
      event: { httpMethod: 'POST', resource: '/payments', requestContext: { requestId: 'one' } },
      response: { statusCode: status, body: '' },
    };
    requestLog().after?.(request as never);
  } finally {
    write.mockRestore();
  }
  return JSON.parse(written.join(''));
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
