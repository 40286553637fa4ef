import type { Query } from '../browser/router.ts';

/** The request of a command-line tool for a key, in the fragment of the link that the tool opens. */
export interface ToolRequest {
  /** The port of this device at which the tool listens. */
  port: number;
  /** The secret that an answer must contain, or the tool ignores it. */
  state: string;
  /** The tool's public key, as `sealFor` takes it. */
  point: string;
  /** The device's name. */
  device: string;
  /** The merchant that the tool wants to use; any if absent. */
  merchantId: string | undefined;
}

/**
 * Reads the query of a link to `#/tool`. A stranger may have made the link, so it can only choose a port: the key is
 * sent to this device and to no other host.
 *
 * @returns undefined if the query does not have the form of such a link
 */
export function readToolLink({
  port = '',
  state = '',
  point = '',
  device = '',
  merchant,
}: Query): ToolRequest | undefined {
  const isGood =
    /^[1-9]\d{3,4}$/.test(port) &&
    Number(port) < 65_536 &&
    /^[0-9a-f]{64}$/.test(state) &&
    /^[\w-]{87}$/.test(point) &&
    /^[\w.-]{1,63}$/.test(device) &&
    /^([0-9a-f]{24})?$/.test(merchant ?? '');
  return isGood ? { port: Number(port), state, point, device, merchantId: merchant } : undefined;
}

/** The first characters of the secret, which the terminal shows as well, so that the user can compare them. */
export const checkOf = (state: string): string => `${state.slice(0, 3)} ${state.slice(3, 6)}`;

/**
 * Leaves the page for the tool. The fields are in the body of a form, so that they are not in the address, and thus
 * not in the browser's history.
 */
export function answerTool(port: number, fields: Record<string, string>): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = `http://127.0.0.1:${port}/`;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}
