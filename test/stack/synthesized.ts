import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A template has no type worth writing down. */
type Json = ReturnType<typeof JSON.parse>;

export interface Resource {
  id: string;
  Type: string;
  Properties: Json;
  Metadata?: Json;
  DeletionPolicy?: string;
}

export interface Method {
  api: string;
  /** As in the route table: `PUT /merchants/{merchantId}`. */
  route: string;
  path: string;
  method: string;
  properties: Json;
}

const script = `
  import { assemble } from './lib/assembly.ts';
  const [, folder, context] = process.argv;
  await assemble(folder, { context: JSON.parse(context) });
`;

/**
 * The stack, synthesized in a process of its own (within jest, aws-cdk-lib takes long to load) and in a folder
 * of its own, which goes when the tests of the file are over.
 */
export function synthesized(context: Record<string, string> = {}) {
  const place = mkdtempSync(join(tmpdir(), 'florin-stack-'));
  afterAll(() => rmSync(place, { recursive: true }));
  const node = ['--import', 'tsx', '--input-type=module', '--eval', script];
  execFileSync(process.execPath, [...node, place, JSON.stringify(context)], { stdio: 'pipe' });

  const read = (file: string): Json => JSON.parse(readFileSync(file, 'utf8'));
  const directory = join(place, 'cdk.out');
  const template = read(join(directory, 'Florin.template.json'));
  const all: Resource[] = Object.entries<Omit<Resource, 'id'>>(template.Resources).map(([id, r]) => ({
    ...r,
    id,
  }));
  const resources = (type: string) => all.filter((resource) => resource.Type === type);
  const resource = (id: string): Resource => ({ ...template.Resources[id], id });

  const pathOf = (id: Json): string => {
    if (!id.Ref) return ''; // the root: an attribute of the API
    const { ParentId, PathPart } = template.Resources[id.Ref].Properties;
    return `${pathOf(ParentId)}/${PathPart}`;
  };
  const methods: Method[] = resources('AWS::ApiGateway::Method').map(({ Properties }) => {
    const path = pathOf(Properties.ResourceId) || '/';
    const method: string = Properties.HttpMethod;
    return {
      api: Properties.RestApiId.Ref,
      route: `${method} ${path}`,
      path,
      method,
      properties: Properties,
    };
  });

  return {
    directory,
    template,
    all,
    resources,
    resource,
    methods,
    /** What esbuild put into which bundle. */
    metafile: read(join(place, 'build/meta.json')),
  };
}
