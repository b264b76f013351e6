import type { SampleRequest } from './sample-request.ts';

/** A request as TypeScript, with what every runtime has. */
export function typescriptOf({ method, path, ...request }: SampleRequest): string {
  const { authorized, forSubject, repeatable, body, answer } = request;
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `\${${camelCase(name)}}`);
  const headers = [
    ...(authorized ? ['Authorization: `Bearer ${process.env.HEDDLE_API_KEY}`'] : []),
    ...(forSubject ? ["'Service-Subject': 'customer-17'"] : []),
    ...(repeatable ? ["'Idempotency-Key': crypto.randomUUID()"] : []),
    ...(body !== undefined && 'json' in body ? ["'Content-Type': 'application/json'"] : []),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    ...(headers.length === 0 ? [] : ['headers: {', ...headers.map((header) => `  ${header},`), '},']),
    ...(body === undefined ? [] : bodyOf(body)),
  ];
  return [
    ...(body !== undefined && 'file' in body
      ? [
          'const form = new FormData();',
          `form.set('${body.file}', await openAsBlob('recording.webm')); // of node:fs`,
          '',
        ]
      : []),
    `const response = await fetch(\`\${process.env.HEDDLE_URL}${url}\`, {`,
    ...options.map((line) => `  ${line}`),
    '});',
    answers[answer],
  ]
    .join('\n')
    .replace(', {\n});', ');');
}

const answers = {
  json: 'const { data } = await response.json();',
  events:
    'for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {\n  process.stdout.write(text);\n}',
  bytes: 'const bytes = await response.bytes();',
};

function bodyOf(body: NonNullable<SampleRequest['body']>): string[] {
  if ('file' in body) return ['body: form,'];
  return `body: JSON.stringify(${JSON.stringify(body.json, null, 2)}),`.split('\n');
}

function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
