import type { Context } from '#contract/context.ts';
import { isJsonObject, type JsonObject } from '#contract/json.ts';
import { hasDotSegment, type PatchRequest } from '#contract/patch-request.ts';
import { render, renderText, TemplateError, toText } from './template.ts';
import { contextNamesIn } from './templates-in.ts';

/** The call of a patch, without its connection, whose base URL precedes `path`. */
export interface BuiltRequest {
  method: PatchRequest['method'];
  /** Starts with `/`; escaped. */
  path: string;
  /** Escaped, without `?`; empty if there is none. */
  query: string;
  /** Lower-case names. */
  headers: Record<string, string>;
  /** JSON, to be serialized. Absent if the request has none. */
  body?: unknown;
}

const bodyCharacters = 1024 * 1024;
const lineCharacters = 16_384;

/**
 * Fills in the templates of a patch's request and escapes each value for its place: no argument can leave its path
 * segment, or add a parameter or a header. If an argument is absent, its field is left out.
 * @param context the values of `{{context.name}}`
 * @throws {TemplateError} if an argument does not fit its place: an empty one in the path, a line break in a header
 */
export function buildRequest(request: PatchRequest, given: JsonObject, context: Context = {}): BuiltRequest {
  const { method, path, query = {}, headers = {}, body } = request;
  // Publication has refused a request that uses both the context and an argument of that name.
  const args = contextNamesIn(request).length === 0 ? given : { ...given, context };
  const built: BuiltRequest = {
    method,
    path: buildPath(path, args),
    query: buildQuery(query, args),
    headers: buildHeaders(headers, args),
  };
  const filled = body === undefined ? undefined : fillTemplates(body, args);
  return filled === undefined ? built : { ...built, body: filled };
}

function buildPath(template: string, args: JsonObject): string {
  const filled = renderText(template, args, (value, name) => {
    // An empty segment would name another resource: the collection instead of its member.
    if (value === '') throw new TemplateError(`${name}: must not be empty, it is part of the address`);
    return encodeURIComponent(value.toWellFormed());
  });
  const path = checkLine(filled, 'the address');
  if (hasDotSegment(path)) throw new TemplateError('. and .. cannot be part of the address');
  return path;
}

function buildQuery(query: Record<string, string>, args: JsonObject): string {
  const parameters = new URLSearchParams();
  let length = 0;
  for (const [name, template] of Object.entries(query)) {
    const value = render(template, args);
    // A list is a repeated parameter.
    const values = Array.isArray(value) ? value : [value];
    for (const one of values) {
      if (one === undefined || one === null) continue;
      const text = toText(one);
      length += name.length + text.length;
      checkLength(length, 'the address');
      parameters.append(name, text);
    }
  }
  return checkLine(parameters.toString(), 'the address');
}

function buildHeaders(headers: Record<string, string>, args: JsonObject): Record<string, string> {
  const built: Record<string, string> = {};
  for (const [name, template] of Object.entries(headers)) {
    const value = render(template, args);
    if (value === undefined || value === null) continue;
    const text = toText(value);
    // HTTP allows Latin-1 here, and a line break would start another header.
    if (!/^[\t\u0020-\u007E\u00A0-\u00FF]*$/.test(text)) {
      throw new TemplateError(
        `the header ${name} cannot hold line breaks, controls or characters beyond Latin-1`,
      );
    }
    built[name.toLowerCase()] = checkLine(text, `the header ${name}`);
  }
  return built;
}

function checkLine(text: string, what: string): string {
  checkLength(text.length, what);
  return text;
}

function checkLength(characters: number, what: string): void {
  if (characters > lineCharacters) throw new TemplateError(`${what} is over ${lineCharacters} characters`);
}

/**
 * Fills in the templates of a JSON value: its texts, not the names of its members.
 * @throws {TemplateError} if it grows beyond a MiB
 */
export function fillTemplates(body: unknown, args: JsonObject): unknown {
  let left = bodyCharacters;
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const filled = render(value, args);
      left -= toText(filled).length;
      if (left < 0) throw new TemplateError(`the body is over ${bodyCharacters} characters`);
      return filled;
    }
    if (Array.isArray(value)) return value.map(fill).filter((item) => item !== undefined);
    if (!isJsonObject(value)) return value;
    const members = Object.entries(value).map(([name, member]) => [name, fill(member)] as const);
    return Object.fromEntries(members.filter(([, member]) => member !== undefined));
  };
  return fill(body);
}
