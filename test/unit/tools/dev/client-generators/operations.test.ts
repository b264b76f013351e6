import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Heddle } from '../../../../../clients/typescript/src/index.ts';

const root = join(import.meta.dirname, '../../../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

type Method = (...args: unknown[]) => unknown;

const client = (answer: typeof fetch): Heddle =>
  new Heddle({ baseUrl: 'http://heddle.test', apiKey: 'sk_1', maxRetries: 0, fetch: answer });

/** The methods of the resources of a client, by names such as `runs.get`. */
function methodsOf(heddle: Heddle): Map<string, Method> {
  const resources = Object.entries(heddle) as [string, Record<string, Method>][];
  return new Map(
    resources.flatMap(([name, resource]) =>
      Object.getOwnPropertyNames(Object.getPrototypeOf(resource))
        .filter((method) => method !== 'constructor')
        .map((method): [string, Method] => [
          `${name}.${method}`,
          (...args) => resource[method]?.apply(resource, args),
        ]),
    ),
  );
}

/** Awaits what a method gives: one answer, or the first of many. */
async function first(result: unknown): Promise<void> {
  if (typeof result === 'object' && result !== null && Symbol.asyncIterator in result)
    await (result as AsyncIterable<unknown>)[Symbol.asyncIterator]().next();
  else await result;
}

it('[clients.typescript] the TypeScript client has a method for every operation of the API', async () => {
  const asked = new Set<string>();
  const heddle = client(async (url, init) => {
    asked.add(`${init?.method} ${new URL(url instanceof Request ? url.url : url).pathname}`);
    return await Promise.resolve(new Response(null, { status: 404 }));
  });
  for (const call of [...methodsOf(heddle).values(), heddle.extract.bind(heddle) as Method])
    await first(call('{}', '{}')).catch(() => {});
  const { paths } = JSON.parse(read('docs/openapi.json')) as { paths: Record<string, object> };
  const described = Object.entries(paths)
    // The console's own sign-in, with cookies, and the probes are for nobody else, and chats are for clients of the AI SDK.
    .filter(([path]) => path.startsWith('/v1/') && !/\/chat(?:\/|$)/.test(path))
    .flatMap(([path, operations]) =>
      Object.keys(operations).map(
        (method) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, encodeURIComponent('{}'))}`,
      ),
    );
  expect([...asked].toSorted()).toEqual(described.toSorted());
});

it('[clients.python] the Python client has the methods of the TypeScript client', () => {
  const source = ['resources', 'generated']
    .map((name) => read(`clients/python/src/heddle_client/_async/${name}.py`))
    .join('\n');
  const classes = new Map(
    source
      .split(/^class /m)
      .map((text): [string, string[]] => [
        /^\w+/.exec(text)?.[0] ?? '',
        [...text.matchAll(/^ {4}(?:async )?def (?<name>[a-z]\w*)/gm)].map(
          ({ groups }) => groups?.['name'] ?? '',
        ),
      ]),
  );
  const resources = read('clients/python/src/heddle_client/_async/client.py').matchAll(
    /self\.(?<name>\w+) = (?:resources|generated)\.(?<type>\w+)/g,
  );
  const methods = [...resources].flatMap(({ groups }) =>
    (classes.get(groups?.['type'] ?? '') ?? []).map((method) => `${groups?.['name']}.${method}`),
  );
  const snakeCase = (name: string): string =>
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const expected = [...methodsOf(client(fetch)).keys()].map(snakeCase);
  expect(methods.toSorted()).toEqual(expected.toSorted());
});
