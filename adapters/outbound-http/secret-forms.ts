import { yieldToOthers } from '#engine/event-loop/yield-to-others.ts';

/** Shorter secrets are not searched for, because they would hide parts of ordinary words. */
export const shortestSecret = 6;

/**
 * The secrets in the headers of a connection, in every form in which the host may echo them: verbatim, escaped as in
 * JSON, percent-encoded, and in base64, also in the middle of other bytes. The event loop gets its turn between secrets,
 * because long ones take milliseconds.
 */
export async function secretForms(headers: Record<string, string>): Promise<string[]> {
  const forms = new Set<string>();
  const secrets = Object.values(headers).flatMap(secretsIn);
  for (const secret of secrets.filter(({ length }) => length >= shortestSecret)) {
    for (const form of formsOf(secret)) forms.add(form);
    await yieldToOthers();
  }
  return [...forms];
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
  return [
    secret,
    json,
    json.replaceAll('/', String.raw`\/`),
    ...percentForms(secret),
    ...base64Forms(Buffer.from(secret)),
  ];
}

/** As JavaScript encodes it, as RFC 3986 does, with slashes kept as in paths, and as in forms. */
function percentForms(secret: string): string[] {
  const percent = encodeURIComponent(secret);
  const strict = percent.replaceAll(
    /[!'()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const paths = [percent, strict].map((text) => text.replaceAll('%2F', '/'));
  const form = new URLSearchParams({ '': secret }).toString().slice(1);
  return [...new Set([percent, strict, ...paths, form])].flatMap((text) => [
    text,
    text.replaceAll(/%../g, (byte) => byte.toLowerCase()),
  ]);
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
