import type { SampleRequest } from './sample-request.ts';

/** A request as a command for a shell. */
export function curlOf({ method, path, ...request }: SampleRequest): string {
  const { authorized, forSubject, repeatable, body, answer } = request;
  const url = `$HEDDLE_URL${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)}`;
  const parts = [
    `curl ${answer === 'events' ? '-N ' : ''}${method === 'GET' ? '' : `-X ${method} `}"${url}"`,
    ...(authorized ? ['-H "Authorization: Bearer $HEDDLE_API_KEY"'] : []),
    ...(forSubject ? ['-H "Service-Subject: customer-17"'] : []),
    ...(repeatable ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(body === undefined ? [] : bodyOf(body)),
  ];
  return parts.join(' \\\n  ');
}

function bodyOf(body: NonNullable<SampleRequest['body']>): string[] {
  if ('file' in body) return [`-F ${body.file}=@recording.webm`];
  const json = JSON.stringify(body.json, null, 2).replaceAll("'", String.raw`'\''`);
  return ['-H "Content-Type: application/json"', `-d '${json}'`];
}
