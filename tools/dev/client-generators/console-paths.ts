import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { queryTypeOf } from './described-types.ts';
import { type Operation, schemaNameOf, successesOf } from './operations.ts';

/**
 * Generates console/src/api/paths.gen.ts from docs/openapi.json: which operation has which parameters, body and result, in the
 * types of the official client. Leaves out operations that exchange anything but JSON, which the console sends itself.
 */

type Described = Operation<{ in?: string; name: string; required?: boolean }>;

interface Description {
  paths: Record<string, Record<string, Described>>;
}

const root = join(import.meta.dirname, '../../..');
const target = join(root, 'console/src/api/paths.gen.ts');

/** Writes the types of operations, and notes which types of the client they name. */
class Writer {
  readonly schemas = new Set<string>();

  operation(operation: Described): string | undefined {
    const successes = [...successesOf(operation)];
    const body = operation.requestBody;
    const bodySchema = body === undefined ? undefined : schemaNameOf(body);
    if (!successes.every((name) => name !== undefined)) return undefined;
    if (body !== undefined && bodySchema === undefined) return undefined;
    const parts = [this.#answer(successes)];
    const parameters = this.#parameters(operation);
    if (parameters !== '' || bodySchema !== undefined)
      parts.push(parameters === '' ? 'object' : `{ ${parameters} }`);
    if (bodySchema !== undefined) {
      parts.push(`${body?.required === true ? 'Takes' : 'MayTake'}<${this.#schema(bodySchema)}>`);
    }
    return `Operation<${parts.join(', ')}>`;
  }

  #answer(successes: string[]): string {
    const [first = ''] = successes;
    if (first.endsWith('Page')) return `PageOf<${this.#schema(first.slice(0, -'Page'.length))}>`;
    const resources = successes.map((name) => this.#schema(name.slice(0, -'Envelope'.length)));
    return `One<${resources.join(' | ')}>`;
  }

  #parameters({ operationId, parameters = [] }: Described): string {
    const path = parameters.filter((each) => each.in === 'path').map(({ name }) => `${name}: string`);
    const query = parameters.filter((each) => each.in === 'query');
    const optional = query.some(({ required }) => required === true) ? '' : '?';
    return [
      ...(path.length > 0 ? [`path: { ${path.join('; ')} }`] : []),
      ...(query.length > 0 ? [`query${optional}: ${this.#schema(queryTypeOf(operationId))}`] : []),
    ].join('; ');
  }

  #schema(name: string): string {
    this.schemas.add(name);
    return name;
  }
}

const { paths } = JSON.parse(await readFile(join(root, 'docs/openapi.json'), 'utf8')) as Description;
const writer = new Writer();
const lines = Object.entries(paths).flatMap(([path, operations]) => {
  const written = Object.entries(operations).flatMap(([method, operation]) => {
    const type = writer.operation(operation);
    return type === undefined ? [] : [`${method}: ${type};`];
  });
  return written.length === 0 ? [] : [`'${path}': { ${written.join(' ')} };`];
});
const source = `// Generated from docs/openapi.json by tools/dev/client-generators/console-paths.ts.
/* oxlint-disable max-lines -- a table of all operations */
import type { ${[...writer.schemas].toSorted().join(', ')} } from '#heddle-client/schema/types.gen.ts';
import type { MayTake, One, Operation, Takes } from './operation.ts';
import type { PageOf } from './page-of.ts';

/** The operations of the API by path and method. */
export interface Paths { ${lines.join('\n')} }
`;
await writeFile(target, source);
await execa('prettier', ['--log-level', 'warn', '--write', target], { cwd: root, preferLocal: true });
