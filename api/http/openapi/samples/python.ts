import type { SampleRequest } from './sample-request.ts';

/** A request as Python, with the library that everybody has. */
export function pythonOf({ method, path, ...request }: SampleRequest): string {
  const { authorized, forSubject, repeatable, body, answer } = request;
  const headers = [
    ...(authorized ? [`"Authorization": f"Bearer {os.environ['HEDDLE_API_KEY']}"`] : []),
    ...(forSubject ? ['"Service-Subject": "customer-17"'] : []),
    ...(repeatable ? ['"Idempotency-Key": str(uuid.uuid4())'] : []),
  ];
  const options = [
    ...(headers.length === 0 ? [] : ['headers={', ...headers.map((header) => `    ${header},`), '},']),
    ...(body === undefined ? [] : bodyOf(body)),
    ...(answer === 'events' ? ['stream=True,'] : []),
  ];
  return [
    'import os',
    ...(repeatable ? ['import uuid'] : []),
    '',
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    `    f"{os.environ['HEDDLE_URL']}${path}",`,
    ...options.map((line) => `    ${line}`),
    ')',
    'response.raise_for_status()',
    answers[answer],
  ].join('\n');
}

const answers = {
  json: 'data = response.json()["data"]',
  events: 'for line in response.iter_lines(decode_unicode=True):\n    print(line)',
  bytes: 'audio = response.content',
};

function bodyOf(body: NonNullable<SampleRequest['body']>): string[] {
  if ('file' in body) return [`files={"${body.file}": open("recording.webm", "rb")},`];
  return `json=${literal(body.json)},`.split('\n');
}

/** A value of JSON as Python writes it. */
export function literal(value: unknown, indent = ''): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const items = Array.isArray(value)
    ? value.map((item) => literal(item, inner))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${literal(item, inner)}`);
  if (items.length === 0) return open + close;
  return `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}${close}`;
}
