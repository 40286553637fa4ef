import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, isIPv4 } from 'node:net';
import { promisify } from 'node:util';

const loopback = '127.0.0.1';

/**
 * The address of this machine that containers can reach as `host.docker.internal`, and that other machines cannot
 * reach. On Linux it is the gateway of Docker's bridge. Docker Desktop forwards to the loopback address.
 *
 * @param docker Docker's command
 */
export async function hostForContainers(docker = 'docker'): Promise<string> {
  const gateway = await bridgeGateway(docker);
  return gateway && (await isAddressOfThisMachine(gateway)) ? gateway : loopback;
}

/** The gateway address of Docker's bridge network; undefined without Docker. */
async function bridgeGateway(docker: string): Promise<string | undefined> {
  const inspect = ['network', 'inspect', 'bridge', '--format', '{{json .IPAM.Config}}'];
  const asked = promisify(execFile)(docker, inspect, { timeout: 10_000 });
  const { stdout } = await asked.catch(() => ({ stdout: '' }));
  const networks: { Gateway?: string }[] | null = JSON.parse(stdout || '[]');
  return networks?.map(({ Gateway = '' }) => Gateway).find(isIPv4);
}

/**
 * Whether this machine has the address. It tries to listen there, because Node.js does not list an interface without
 * connections, such as the bridge without containers.
 */
async function isAddressOfThisMachine(address: string): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(0, address), 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
