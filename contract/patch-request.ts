import { z } from 'zod';
import { boundedRecord } from './bounded-record.ts';
import { headerFault } from './header.ts';
import { boundedJson } from './json.ts';
import { text } from './text.ts';

/** Text in which `{{name}}` and `{{name.of.member}}` are placeholders for arguments. */
const template = (most: number) => text({ max: most });

const Header = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/, 'is not the name of a header');

/** Characters allowed outside placeholders: those of a path, with `%` only in escapes. */
const pathText = /^(?:[\w.~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})*$/;

const pathCharacters = 2000;
/** A path that is escaped more often than this is refused. */
const mostEscapes = 8;

/**
 * Whether a path has a segment that means "here" or "one up" to some host. Escaping does not help: URLs treat %2E as a
 * dot, and a proxy may decode a path before its host does so again. Some hosts also treat a backslash as a slash, and
 * ignore what follows a semicolon.
 */
export function hasDotSegment(path: string): boolean {
  let decoded = path;
  for (let times = 0; times <= mostEscapes; times += 1) {
    if (decoded.split(/[/\\]/).some((segment) => /^\.{1,2}(?:;|$)/.test(segment))) return true;
    const before = decoded;
    decoded = before.replaceAll(/%([0-7][\dA-Fa-f])/g, (_, hex: string) =>
      String.fromCodePoint(Number.parseInt(hex, 16)),
    );
    if (decoded === before) return false;
  }
  return true;
}

/**
 * A path below the connection's base URL, which it cannot leave: no two slashes in a row (`//host`), no `..`.
 * Placeholders are not checked, because their values are escaped when they are filled in.
 */
const PathTemplate = template(pathCharacters).superRefine((path, context) => {
  const message = faultOfPath(path);
  if (message !== undefined) context.addIssue({ code: 'custom', message });
});

function faultOfPath(path: string): string | undefined {
  // Its length is a fault of its own, and decoding 1 MiB several times would delay other requests.
  if (path.length > pathCharacters) return undefined;
  if (!path.startsWith('/')) return 'must start with /';
  if (!pathText.test(path.replaceAll(/\{\{[^{}]*\}\}/g, 'x'))) return 'is not a path';
  if (path.includes('//')) return 'must not have two slashes in a row';
  return hasDotSegment(path) ? 'must not have . or .. in it' : undefined;
}

/** The call of a silent patch, as templates over its arguments (patch.request-template). */
export const PatchRequest = z
  .strictObject({
    method: z
      .enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
      .meta({ id: 'HttpMethod' })
      .meta({ description: 'The HTTP method of the call.' }),
    path: PathTemplate.meta({
      description: "Below the connection's base URL; values are escaped as one segment.",
    }),
    query: boundedRecord(text({ min: 1, max: 128 }), template(2000), { most: 64 })
      .optional()
      .meta({
        description: 'Parameters of the query, each a template. One whose argument is absent is left out.',
      }),
    headers: boundedRecord(Header, template(2000).regex(/^[\t\u0020-\u007E]*$/, 'must be printable ASCII'), {
      most: 32,
    })
      .superRefine((headers, context) => {
        const seen = new Set<string>();
        for (const name of Object.keys(headers)) {
          const fault = faultOfHeader(name.toLowerCase(), seen);
          if (fault !== undefined) context.addIssue({ code: 'custom', path: [name], message: fault });
        }
      })
      .optional()
      .meta({ description: 'Further headers, each a template. Secrets belong to the connection.' }),
    body: boundedJson(
      { depth: 16, characters: 65_536 },
      'JSON. A string that is a single placeholder becomes the argument, with its own type.',
    ).optional(),
  })
  .refine(({ method, body }) => method !== 'GET' || body === undefined, {
    path: ['body'],
    message: 'a GET has no body',
  })
  .meta({ id: 'NewPatchRequest', outputId: 'PatchRequest' });
export type PatchRequest = z.infer<typeof PatchRequest>;

function faultOfHeader(name: string, seen: Set<string>): string | undefined {
  if (name === 'authorization' || headerFault(name) !== undefined)
    return 'is a header that the service or the connection sets';
  if (seen.has(name)) return 'is there twice';
  seen.add(name);
  return undefined;
}
