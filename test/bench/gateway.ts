import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assemble } from '../../lib/build/assembly-cache.ts';
import { makeAuthorize } from '../../lib/local/gateway/authorizer.ts';
import { makeGateway } from '../../lib/local/gateway/gateway.ts';
import { apiOfOutput } from '../../lib/local/gateway/read-api.ts';
import { printTable } from '../api/support/table.ts';
import { spreadHead, spreadOf } from './median.ts';

const rounds = 7;
const times = 3000;

const id = 'f'.repeat(24);
const requests = [
  ['GET', `/transactions/${id}`, ''],
  ['POST', `/transactions/${id}/captures`, '{"amount":100}'],
] as const;

const policy = {
  principalId: 'app',
  policyDocument: { Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: '*' }] },
};
const transaction = {
  id,
  amount: 1000,
  currency: 'EUR',
  trail: Array(10).fill({ capture: true, amount: 100 }),
};
const answer = {
  statusCode: 200,
  body: JSON.stringify({ transaction }),
  headers: { 'Content-Type': 'application/json' },
};

/**
 * Measures the local API Gateway's part of a request in `npm start`, from the parsed HTTP request to the answer, with
 * functions that take no time.
 */
export async function benchGateway(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'florin-bench-'));
  try {
    const { template } = await assemble(folder);
    const invoke = async (name: string) => (/Authorizer/.test(name) ? policy : answer);
    const api = apiOfOutput({ ...template, endpoint: 'http://127.0.0.1:1' }, 'BaseUrl');
    const report = (error: unknown) => {
      throw error;
    };
    const authorize = makeAuthorize({ invoke, report });
    const gateway = makeGateway({ api, invoke, authorize, throttle: () => true, report });

    const rows = [];
    for (const [method, url, text] of requests) {
      const body = Buffer.from(text);
      const rawHeaders = [
        ...['Host', 'localhost:3000', 'User-Agent', 'curl/8.5.0', 'Accept', '*/*'],
        ...['Authorization', `Basic ${Buffer.from(`:${id}`).toString('base64')}`],
        ...['Content-Type', 'application/json', 'Content-Length', String(body.length)],
      ];
      const request = {
        method,
        url,
        rawHeaders,
        body,
        sourceIp: '127.0.0.1',
        port: 3000,
        protocol: 'HTTP/1.1',
      };
      const measured = [];
      for (let round = 0; round <= rounds; round++) {
        const started = performance.now();
        for (let n = 0; n < times; n++) {
          const { status } = await gateway(request);
          if (status !== 200) throw new Error(`${method} ${url}: ${status}`);
        }
        measured.push((1000 * (performance.now() - started)) / times);
      }
      // The first round is the warm-up.
      rows.push([`${method} ${url.replace(id, '<id>')}`, ...spreadOf(measured.slice(1))]);
    }
    printTable(`API Gateway’s part of a request, in µs (${rounds} rounds of ${times})`, spreadHead, rows);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
