/** A request that the page made, as one would make it by hand. */
export interface Action {
  /** The action in a few words. */
  title: string;
  method: 'GET' | 'POST';
  /** From the root, with the query. */
  path: string;
  subject: string;
  body?: unknown;
}

/** A text as one word of a shell. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The command that does the same. The key is the shell's: the page does not know it. */
export function curlOf({ method, path, subject, body }: Action, baseUrl: string): string {
  const lines = [
    `curl -s ${quote(baseUrl + path)}`,
    '-H "Authorization: Bearer $HEDDLE_API_KEY"',
    `-H ${quote(`Service-Subject: ${subject}`)}`,
  ];
  if (method === 'POST' && body === undefined) lines.splice(1, 0, '-X POST');
  if (body !== undefined) {
    lines.push(`-H 'Content-Type: application/json'`, `-d ${quote(JSON.stringify(body))}`);
  }
  return lines.join(' \\\n  ');
}
