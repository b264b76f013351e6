import type { Context } from 'koa';
import { getRawBody } from 'raw-body';
import { invalidField, ServiceError } from '#contract/errors.ts';

/** Bodies are at most 1 MiB (contract section 1). */
const bodyLimitBytes = 1024 * 1024;
/** Deeper than any body the service knows; what recurses over a value stays far from the stack's end. */
const depthLimit = 64;

/**
 * Reads a JSON body, or undefined where there is none.
 * @throws {ServiceError} `unsupported_media_type`, `payload_too_large`, `invalid_json`, or `invalid_request` for
 *   text that cannot be stored as it is
 */
export async function readJson(ctx: Context): Promise<unknown> {
  if (!hasBody(ctx)) return undefined;
  if (ctx.is('application/json') === false || !/^(utf-?8)?$/i.test(ctx.request.charset)) {
    throw new ServiceError('unsupported_media_type', 'The body must be application/json in UTF-8.');
  }
  if (!/^(identity)?$/i.test(ctx.get('Content-Encoding'))) {
    throw new ServiceError('unsupported_media_type', 'The body must not be compressed.');
  }
  const value = parse(await readBytes(ctx));
  checkValue(value);
  return value;
}

function hasBody(ctx: Context): boolean {
  return ctx.request.length !== 0 && (ctx.request.length !== undefined || 'transfer-encoding' in ctx.headers);
}

async function readBytes(ctx: Context): Promise<Buffer> {
  try {
    return await getRawBody(ctx.req, { length: ctx.get('Content-Length'), limit: bodyLimitBytes });
  } catch (error) {
    if (error instanceof Error && 'type' in error && error.type === 'entity.too.large') {
      throw new ServiceError('payload_too_large', 'The body is larger than 1 MiB.', {
        // The rest of the body is not read: the connection cannot be used again.
        headers: { Connection: 'close' },
      });
    }
    throw new ServiceError('invalid_json', 'The body did not arrive whole.', { cause: error });
  }
}

function parse(bytes: Buffer): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new ServiceError('invalid_json', 'The body is not UTF-8.', { cause: error });
  }
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the body: it is not passed on.
    throw new ServiceError('invalid_json', 'The body is not valid JSON.');
  }
}

/** Walks without recursion, so that no nesting is too deep to be refused. */
function checkValue(root: unknown): void {
  const pending: { value: unknown; path: string; depth: number }[] = [{ value: root, path: '', depth: 0 }];
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    const { value, path, depth } = item;
    if (depth > depthLimit)
      throw invalidField('', `must not be nested deeper than ${depthLimit}`, 'too_deep');
    if (typeof value === 'string') checkText(value, path);
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      const innerPath = path === '' ? key : `${path}.${key}`;
      checkText(key, path);
      if (key === '__proto__') throw invalidField(path, 'must not have a field of that name', 'invalid_key');
      pending.push({ value: inner, path: innerPath, depth: depth + 1 });
    }
  }
}

/** What could not come back as it was sent is refused: NUL, and halves of surrogate pairs. */
function checkText(text: string, path: string): void {
  if (text.includes('\0')) throw invalidField(path, 'must not contain the NUL character', 'invalid_text');
  if (!text.isWellFormed()) throw invalidField(path, 'must be well-formed Unicode', 'invalid_text');
}
