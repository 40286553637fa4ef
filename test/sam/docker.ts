import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { invoke } from '../../lib/recorders/events/runtime.ts';

/** The SAM CLI's request for a container, as far as the tests need it. */
export interface Wanted {
  Image: string;
  Env: string[];
  HostConfig: {
    Binds: string[];
    ExtraHosts?: string[];
    PortBindings: Record<string, { HostIp: string; HostPort: string }[]>;
  };
}

interface Container {
  wanted: Wanted;
  server?: Server;
  /** The readers of the container's log. */
  attached: Set<Duplex>;
}

export interface Docker {
  /** The value of `DOCKER_HOST`. */
  host: string;
  /** Every container that SAM has asked for. */
  wanted: Wanted[];
  stop(): Promise<void>;
}

/**
 * Starts a stand-in for the parts of Docker's engine that `sam local` uses, on a socket at `path`. Its containers are
 * processes of this machine that run the function's bundle. They resolve the requested names of a container's
 * `/etc/hosts`, with `gateway` as the address of `host-gateway` and of the bridge network.
 */
export async function startDocker(path: string, gateway: string): Promise<Docker> {
  const containers: Container[] = [];
  const find = (url: string) => {
    const container = containers[Number(/\/containers\/(\d+)/.exec(url)?.[1])];
    if (!container) throw new Error(`No container: ${url}`);
    return container;
  };

  const answers: [RegExp, (url: string, body: Wanted) => unknown][] = [
    [/^GET \/_ping/, () => 'OK'],
    [/^GET \/version/, () => ({ ApiVersion: '1.44', MinAPIVersion: '1.24', Version: '0' })],
    [/^GET \/networks\/bridge/, () => ({ Name: 'bridge', IPAM: { Config: [{ Gateway: gateway }] } })],
    [/^GET \/events/, () => ''],
    // Answers for any image: that of this version of SAM, and the newest.
    [/^GET \/images\/json/, () => []],
    [/^GET \/(images|distribution)\/.*\/json/, () => image],
    [
      /^POST \/containers\/create/,
      (_, wanted) => ({ Id: String(containers.push({ wanted, attached: new Set() }) - 1), Warnings: [] }),
    ],
    [
      /^GET \/containers\/\d+\/json/,
      (url) => ({
        Id: /\d+/.exec(url)?.[0],
        Config: { Tty: false },
        State: { Status: find(url).server ? 'running' : 'created' },
      }),
    ],
    [/^POST \/containers\/\d+\/start/, (url) => run(find(url), gateway)],
    [/^(POST|DELETE) \/containers\/\d+/, (url) => end(find(url))],
  ];

  const server = createServer(async (request, response) => {
    const url = `${request.method} ${(request.url ?? '').replace(/^\/v[\d.]+/, '')}`;
    const answer = answers.find(([pattern]) => pattern.test(url))?.[1];
    const body = await bodyOf(request);
    if (process.env.TRACE) console.error(url);
    if (!answer) {
      console.error(url);
      return response.writeHead(404, json).end(JSON.stringify({ message: `Not in the stand-in: ${url}` }));
    }
    try {
      const content = await answer(url, body ? JSON.parse(body) : undefined);
      return content === undefined
        ? response.writeHead(204).end()
        : response.writeHead(200, json).end(typeof content === 'string' ? content : JSON.stringify(content));
    } catch (error) {
      return response.writeHead(500, json).end(JSON.stringify({ message: String(error) }));
    }
  });
  server.on('upgrade', (request, socket) => {
    find(String(request.url)).attached.add(socket);
    socket.on('error', () => {});
    socket.write(
      'HTTP/1.1 101 UPGRADED\r\nContent-Type: application/vnd.docker.raw-stream\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n',
    );
  });
  await once(server.listen(path), 'listening');

  return {
    host: `unix://${path}`,
    get wanted() {
      return containers.map(({ wanted }) => wanted);
    },
    async stop() {
      for (const container of containers) end(container);
      server.closeAllConnections();
      server.close();
    },
  };
}

const json = { 'content-type': 'application/json' };
const image = {
  Id: 'sha256:0',
  RepoTags: [],
  RepoDigests: ['image@sha256:0'],
  Descriptor: { digest: 'sha256:0' },
  Config: {},
};

/** Serves what Lambda's emulator does inside a container. */
async function run(container: Container, gateway: string): Promise<void> {
  const { Env, HostConfig } = container.wanted;
  const hosts = (HostConfig.ExtraHosts ?? []).map((line) => line.split(/:(.*)/) as [string, string]);
  const environment: Record<string, string> = Object.fromEntries(
    Env.map((line) => {
      const [name = '', value = ''] = line.split(/=(.*)/s);
      return [
        name,
        hosts.reduce((text, [host, ip]) => text.replace(host, ip === 'host-gateway' ? gateway : ip), value),
      ];
    }),
  );
  const [bind] = HostConfig.PortBindings['8080/tcp'] ?? [];
  const [folder = ''] = HostConfig.Binds[0]?.split(':/var/task') ?? [];

  container.server = createServer(async (request, response) => {
    const { log, ...outcome } = await invoke({
      name: environment.AWS_LAMBDA_FUNCTION_NAME ?? '',
      folder,
      handler: environment.AWS_LAMBDA_FUNCTION_HANDLER ?? '',
      environment,
      event: JSON.parse(await bodyOf(request)),
      timeout: 1000 * Number(environment.AWS_LAMBDA_FUNCTION_TIMEOUT),
    });
    response.writeHead(200, json).end(JSON.stringify('result' in outcome ? outcome.result : outcome.error));
    for (const socket of container.attached) socket.write(frame(`${log}\n${report}\n`));
  });
  await once(container.server.listen(Number(bind?.HostPort), bind?.HostIp || '127.0.0.1'), 'listening');
}

/** The line that ends an invocation in Lambda's log. SAM waits for this line. */
const report = 'REPORT RequestId: 0 Duration: 1 ms Memory Size: 512 MB Max Memory Used: 100 MB';

/** One chunk of a container's log, as Docker sends it for a container without a terminal. */
function frame(text: string): Buffer {
  const header = Buffer.from([2, 0, 0, 0, 0, 0, 0, 0]);
  header.writeUInt32BE(Buffer.byteLength(text), 4);
  return Buffer.concat([header, Buffer.from(text)]);
}

function end({ server, attached }: Container): void {
  for (const socket of attached) socket.end();
  server?.closeAllConnections();
  server?.close();
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
