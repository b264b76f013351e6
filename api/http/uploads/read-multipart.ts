import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy';
import { invalidField, ServiceError } from '#contract/errors.ts';
import type { UploadDirectory } from './upload-directory.ts';
import { type UploadPace, watchPace } from './upload-pace.ts';

/** The parts that a multipart body may have, each once. */
export interface UploadForm {
  /** The name of the part that is a file. */
  file: string;
  largestFileBytes: number;
  /** The names of the parts that are short texts. */
  fields: readonly string[];
}

/** An uploaded file. The reader of the body removes it. */
export interface UploadedFile {
  path: string;
  /** In bytes. */
  size: number;
  /** SHA-256, in hex. */
  sha256: string;
}

/** The parts of a body by their names. */
export interface UploadParts {
  fields: Record<string, string>;
  files: Record<string, UploadedFile>;
}

/** The size of a body beside its file: delimiters, headers of parts, fields. */
const overheadBytes = 64 * 1024;
const largestFieldBytes = 1024;
const largestPartHeaderBytes = 4096;
const mostPartHeaders = 16;

/** The most bytes that a body of this form has. */
export function largestBody({ largestFileBytes }: UploadForm): number {
  return largestFileBytes + overheadBytes;
}

/** The refusal of a body or file that is too large. */
export function tooLarge({ largestFileBytes }: UploadForm): ServiceError {
  const message = `The file is larger than ${largestFileBytes / (1024 * 1024)} MiB.`;
  return new ServiceError('payload_too_large', message);
}

function tooSlow(): ServiceError {
  const headers = { Connection: 'close' };
  return new ServiceError('request_timeout', 'The upload came too slowly.', { headers });
}

/** The refusal of a body that is not multipart, or that is incomplete. */
export function invalidMultipart(message: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_multipart', message, { cause });
}

/**
 * Reads a multipart body as it arrives, and writes its file to disk. Whatever happens, `written` gets the paths of the
 * files that were created, and nothing is written to them any more when this returns. What follows a refusal is dropped as
 * it arrives.
 * @throws {ServiceError} `invalid_multipart`, `payload_too_large`, `request_timeout`, `invalid_request` for parts that
 *   the form does not have or that are repeated
 */
export async function readMultipart(
  request: IncomingMessage,
  {
    form,
    directory,
    pace,
    written,
  }: { form: UploadForm; directory: UploadDirectory; pace: UploadPace; written: string[] },
): Promise<UploadParts> {
  const parts: UploadParts = { fields: {}, files: {} };
  const parser = createParser(request, form);
  const refused = new AbortController();
  const refuse = (error: unknown) => refused.abort(error);
  const files: Promise<void>[] = [];
  const isNew = (name: string | undefined): name is string => {
    const fault = faultOfName(name, form, parts);
    if (fault !== undefined) refuse(fault);
    return fault === undefined;
  };
  parser.on('file', (name: string | undefined, stream: BusboyFileStream) => {
    // The parser reports a broken part here and on itself.
    stream.on('error', refuse);
    if (!isNew(name)) return;
    const file: UploadedFile = { path: '', size: 0, sha256: '' };
    parts.files[name] = file;
    stream.on('limit', () => refuse(tooLarge(form)));
    files.push(writeTo(stream, file, directory, written, refused.signal).catch(refuse));
  });
  parser.on('field', (name, value, _, isCut) => {
    if (!isNew(name)) return;
    if (isCut) refuse(invalidField(name, `must have at most ${largestFieldBytes} bytes`, 'too_big'));
    else parts.fields[name] = value;
  });
  parser.on('partsLimit', () => refuse(invalidMultipart('The body has too many parts.')));
  parser.on('error', (error) => refuse(invalidMultipart('The body is not valid multipart.', error)));

  let received = 0;
  let isClientsTurn = true;
  const pass = (chunk: Buffer) => {
    received += chunk.length;
    if (received > largestBody(form)) refuse(tooLarge(form));
    else if (!parser.write(chunk)) {
      isClientsTurn = false;
      request.pause();
    }
  };
  parser.on('drain', () => {
    isClientsTurn = true;
    request.resume();
  });
  const stop = watchPace(
    pace,
    () => ({ bytes: received, isClientsTurn }),
    () => refuse(tooSlow()),
  );
  try {
    const parsed = once(parser, 'finish', { signal: refused.signal });
    // The first reader reports its failure.
    parsed.catch(() => {});
    const arrived = finished(request, { writable: false, signal: refused.signal });
    request.on('data', pass);
    await arrived;
    isClientsTurn = false;
    parser.end();
    await parsed;
    await Promise.all(files);
    refused.signal.throwIfAborted();
    return parts;
  } catch (error) {
    refuse(error);
    throw toRefusal(refused.signal.reason, request);
  } finally {
    stop();
    // Only now can the rest be dropped as it arrives, and the connection be used again.
    request.off('data', pass);
    request.resume();
    parser.destroy();
    await Promise.all(files);
  }
}

function createParser({ headers }: IncomingMessage, { file, fields, largestFileBytes }: UploadForm) {
  const limits = {
    parts: fields.length + 2,
    fileSize: largestFileBytes,
    fieldSize: largestFieldBytes,
    headerSize: largestPartHeaderBytes,
    headerPairs: mostPartHeaders,
  };
  // Any name that is not a field counts as a file, so that it is refused when it begins and not when it ends.
  const isPartAFile = (name: string | undefined) => name === file || !fields.includes(name ?? '');
  try {
    return new Busboy({ headers: headers as BusboyHeaders, limits, isPartAFile });
  } catch (error) {
    throw invalidMultipart('The media type of the body has no valid boundary.', error);
  }
}

function faultOfName(name: string | undefined, { file, fields }: UploadForm, parts: UploadParts) {
  if (name === undefined) return invalidMultipart('A part of the body has no name.');
  if (name !== file && !fields.includes(name)) {
    return invalidField(name, 'is not a known field', 'unrecognized_key');
  }
  const isRepeated = Object.hasOwn(parts.files, name) || Object.hasOwn(parts.fields, name);
  return isRepeated ? invalidField(name, 'must be given once', 'repeated') : undefined;
}

async function writeTo(
  stream: BusboyFileStream,
  file: UploadedFile,
  directory: UploadDirectory,
  written: string[],
  signal: AbortSignal,
): Promise<void> {
  const destroy = () => stream.destroy();
  signal.addEventListener('abort', destroy, { once: true });
  const target = await directory.newFile();
  written.push(target.path);
  try {
    signal.throwIfAborted();
    const hash = createHash('sha256');
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      hash.update(chunk);
      file.size += chunk.length;
      await target.write(chunk);
    }
    signal.throwIfAborted();
    file.path = target.path;
    file.sha256 = hash.digest('hex');
  } finally {
    signal.removeEventListener('abort', destroy);
    await target.close();
  }
}

/** A client that goes away in the middle is no fault of the service. */
function toRefusal(reason: unknown, request: IncomingMessage): unknown {
  if (reason instanceof ServiceError || !request.destroyed) return reason;
  return invalidMultipart('The body did not arrive whole.', reason);
}
