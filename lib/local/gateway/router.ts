import type { Method } from './api.ts';

export interface Match {
  method: Method;
  /** The values as they were sent. API Gateway does not decode percent-encoded paths. */
  pathParameters: Record<string, string>;
}

/** Finds the method that answers a request. */
export type Router = (httpMethod: string, path: string) => Match | undefined;

/**
 * Makes a router that chooses as API Gateway does. It first chooses the path, where a literal segment precedes
 * `{parameter}`, and `{parameter}` precedes `{proxy+}`. Then it chooses the method. So if the chosen path lacks the
 * method, a less literal path does not answer.
 */
export function makeRouter(methods: readonly Method[]): Router {
  const root = makeNode();
  for (const method of methods) nodeAt(root, segmentsOf(method.path)).methods.set(method.httpMethod, method);

  return (httpMethod, path) => {
    const found = find(root, segmentsOf(path), {});
    const method = found?.node.methods.get(httpMethod) ?? found?.node.methods.get('ANY');
    return found && method && { method, pathParameters: found.pathParameters };
  };
}

interface Node {
  methods: Map<string, Method>;
  literals: Map<string, Node>;
  parameter?: { name: string; node: Node };
  proxy?: { name: string; node: Node };
}

const makeNode = (): Node => ({ methods: new Map(), literals: new Map() });

/** Splits a path into segments. `/apps/` and `/apps` are the same path. */
function segmentsOf(path: string): string[] {
  const trimmed = path.replace(/^\/+|\/+$/g, '');
  return trimmed === '' ? [] : trimmed.split('/');
}

function nodeAt(node: Node, [segment, ...rest]: string[]): Node {
  if (segment === undefined) return node;
  const name = /^\{(.+?)(\+?)\}$/.exec(segment);
  if (name) {
    const kind = name[2] ? 'proxy' : 'parameter';
    node[kind] ??= { name: name[1] ?? '', node: makeNode() };
    return nodeAt(node[kind].node, rest);
  }
  const next = node.literals.get(segment) ?? makeNode();
  node.literals.set(segment, next);
  return nodeAt(next, rest);
}

interface Found {
  node: Node;
  pathParameters: Record<string, string>;
}

function find(node: Node, segments: string[], pathParameters: Record<string, string>): Found | undefined {
  const [segment, ...rest] = segments;
  if (segment === undefined) return node.methods.size > 0 ? { node, pathParameters } : undefined;

  const literal = node.literals.get(decode(segment));
  const { parameter, proxy } = node;
  return (
    (literal && find(literal, rest, pathParameters)) ??
    (parameter && segment !== ''
      ? find(parameter.node, rest, { ...pathParameters, [parameter.name]: segment })
      : undefined) ??
    (proxy && { node: proxy.node, pathParameters: { ...pathParameters, [proxy.name]: segments.join('/') } })
  );
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
