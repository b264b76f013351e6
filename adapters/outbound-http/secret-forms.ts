/** Shorter secrets are not searched for, because they would hide parts of ordinary words. */
export const shortestSecret = 6;

/**
 * The secrets in the headers of a connection, in every form in which the host may echo them: verbatim, escaped as in
 * JSON, percent-encoded, and in base64, also in the middle of other bytes.
 */
export function secretForms(headers: Record<string, string>): string[] {
  const secrets = Object.values(headers).flatMap(secretsIn);
  const forms = secrets.filter(({ length }) => length >= shortestSecret).flatMap(formsOf);
  return [...new Set(forms)];
}

/** The whole value, and what follows its scheme: a token, or the credentials of basic authentication. */
function secretsIn(value: string): string[] {
  const credentials = value.slice(value.indexOf(' ') + 1);
  if (!/^basic /i.test(value)) return [value, credentials];
  const pair = Buffer.from(credentials, 'base64').toString();
  return [value, credentials, pair, pair.slice(pair.indexOf(':') + 1)];
}

function formsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const percent = encodeURIComponent(secret);
  return [
    secret,
    json,
    json.replaceAll('/', String.raw`\/`),
    percent,
    percent.replaceAll(/%../g, (byte) => byte.toLowerCase()),
    new URLSearchParams({ '': secret }).toString().slice(1),
    ...base64Forms(Buffer.from(secret)),
  ];
}

function base64Forms(bytes: Buffer): string[] {
  const inside = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    // Characters that also encode the bytes before or after are left out.
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
  return [bytes.toString('base64'), ...inside].flatMap((text) => [
    text,
    text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
  ]);
}
