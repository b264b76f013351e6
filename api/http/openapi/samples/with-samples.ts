import { curlOf } from './curl.ts';
import type { OpenApiOperation, Schema } from './document-parts.ts';
import { pythonOf } from './python.ts';
import { sampleRequest } from './sample-request.ts';
import { typescriptOf } from './typescript.ts';

const languages = [
  { lang: 'shell', label: 'curl', write: curlOf },
  { lang: 'typescript', label: 'TypeScript', write: typescriptOf },
  { lang: 'python', label: 'Python', write: pythonOf },
];

/**
 * A copy of an OpenAPI document with a sample of each operation in curl, TypeScript and Python, as `x-codeSamples`: for people,
 * in the reference. Generators of clients have no use for them.
 */
export function withSamples<Document extends { paths?: object; components?: { schemas?: object } }>(
  document: Document,
): Document {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  const paths = Object.entries(document.paths ?? {}).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations as Record<string, OpenApiOperation>).map(([method, operation]) => {
        const request = sampleRequest(method, path, operation, schemas);
        if (request === undefined) return [method, operation];
        const samples = languages.map(({ write, ...language }) => ({ ...language, source: write(request) }));
        return [method, { ...operation, 'x-codeSamples': samples }];
      }),
    ),
  ]);
  return { ...document, paths: Object.fromEntries(paths) as Document['paths'] };
}
