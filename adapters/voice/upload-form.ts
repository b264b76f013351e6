import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Recording } from './port.ts';

/** The body of a multipart request, and the headers that describe it. */
export interface UploadedForm {
  body: ReadableStream<Uint8Array>;
  headers: Record<string, string>;
}

/** Reads a file in such pieces. */
const chunkBytes = 65_536;

/**
 * Encodes a form whose only file is a recording. The content comes from the recording's own file while it is sent, so a
 * long one does not fill the memory.
 *
 * Forms with `openAsBlob` would be read in the same way, but if the request is given up and the file is removed, Node
 * has a rejection that nobody can handle, which ends the process.
 */
export function uploadForm(form: FormData, { path, size, media_type }: Recording): UploadedForm {
  const boundary = `form-${randomUUID()}`;
  const parts = [...form].map(([name, value]) => {
    const disposition = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`;
    return typeof value === 'string'
      ? { head: Buffer.from(`${disposition}\r\n\r\n${value}\r\n`), file: false }
      : {
          head: Buffer.from(
            `${disposition}; filename="${quoted(value.name)}"\r\nContent-Type: ${media_type}\r\n\r\n`,
          ),
          file: true,
        };
  });
  const end = Buffer.from(`--${boundary}--\r\n`);
  const lineEnd = Buffer.from('\r\n');

  async function* content(): AsyncGenerator<Uint8Array> {
    for (const { head, file } of parts) {
      yield head;
      if (!file) continue;
      yield* createReadStream(path, { highWaterMark: chunkBytes }) as AsyncIterable<Uint8Array>;
      yield lineEnd;
    }
    yield end;
  }
  const length = parts.reduce(
    (sum, { head, file }) => sum + head.byteLength + (file ? size + lineEnd.byteLength : 0),
    end.byteLength,
  );
  return {
    body: ReadableStream.from(content()),
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(length),
    },
  };
}

/** As browsers encode names in headers of parts. */
function quoted(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}
