import { stripTypeScriptTypes } from 'node:module';
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { allEndpoints } from '#api/endpoints.ts';
import { openApiDocument } from '#api/http/openapi/document.ts';
import { curlOf } from '#api/http/openapi/samples/curl.ts';
import { literal, pythonOf } from '#api/http/openapi/samples/python.ts';
import type { SampleRequest } from '#api/http/openapi/samples/sample-request.ts';
import { typescriptOf } from '#api/http/openapi/samples/typescript.ts';
import { withSamples } from '#api/http/openapi/samples/with-samples.ts';

interface Sampled {
  operationId: string;
  security?: object[];
  'x-codeSamples'?: { label: string; source: string }[];
}

const { paths } = withSamples(openApiDocument(allEndpoints)) as unknown as {
  paths: Record<string, Record<string, Sampled>>;
};
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.values(methods).map((operation) => ({ path, operation })),
);
const sourcesOf = (label: string) =>
  operations.flatMap(({ operation }) =>
    (operation['x-codeSamples'] ?? []).filter((sample) => sample.label === label).map(({ source }) => source),
  );

it('[operations.docs] every operation that takes a key or nothing has a sample in curl, TypeScript and Python', () => {
  const labels = new Map(
    operations.map(({ operation }) => [
      operation.operationId,
      operation['x-codeSamples']?.map(({ label }) => label).join(),
    ]),
  );
  const without = [...labels].filter(([, samples]) => samples === undefined).map(([id]) => id);
  expect(new Set(without)).toEqual(
    new Set(['signInToConsole', 'getConsoleSession', 'signOutOfConsole', 'beginConsoleSignIn']),
  );
  const others = [...labels.values()].filter((samples) => samples !== undefined);
  expect(new Set(others)).toEqual(new Set(['curl,TypeScript,Python']));
});

it('[operations.docs] every sample in TypeScript and Python parses, and so does every command', () => {
  for (const source of sourcesOf('TypeScript')) expect(() => stripTypeScriptTypes(source)).not.toThrow();
  // One process for all of them, since each takes longer to start than to parse.
  const python = spawnSync(
    'python3',
    ['-c', 'import ast,json,sys\nfor s in json.load(sys.stdin): ast.parse(s)'],
    {
      input: JSON.stringify(sourcesOf('Python')),
    },
  );
  expect(python.stderr.toString()).toBe('');
  const shell = spawnSync('sh', ['-n'], { input: sourcesOf('curl').join('\n') });
  expect(shell.stderr.toString()).toBe('');
});

it('a file is sent in the field of the form that takes it', () => {
  const samples = paths['/v1/voice/transcribe']?.['post']?.['x-codeSamples'] ?? [];
  expect(samples.map(({ source }) => source.includes('audio'))).toEqual([true, true, true]);
});

const request: SampleRequest = {
  method: 'POST',
  path: '/v1/things/{thing_id}/do',
  authorized: true,
  forSubject: true,
  repeatable: true,
  body: { json: { "it's": [true, null, 'a "quote"'], none: {} } },
  answer: 'json',
};

it('a body keeps its values in each language, quotes included', () => {
  const command = curlOf(request).replace(/^curl /, 'printf "%s\\n" ');
  const printed = spawnSync('sh', ['-c', command], {
    env: { ...process.env, THING_ID: 't1', HEDDLE_URL: '' },
  });
  const lines = printed.stdout.toString();
  expect(lines).toContain('/v1/things/t1/do');
  expect(lines).toContain(
    JSON.stringify(request.body && 'json' in request.body && request.body.json, null, 2),
  );
  expect(typescriptOf(request)).toContain('`${process.env.HEDDLE_URL}/v1/things/${thingId}/do`');
  expect(pythonOf(request)).toContain('/v1/things/{thing_id}/do"');
  expect(literal({ a: [true, false, null, 1.5, 'x'], b: [] })).toBe(
    '{\n    "a": [\n        True,\n        False,\n        None,\n        1.5,\n        "x",\n    ],\n    "b": [],\n}',
  );
});
