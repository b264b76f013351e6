import { pipeline, Readable, type Transform } from 'node:stream';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';

/** More codings, one inside the other, are not undone. */
const mostCodings = 3;

/** A body is too long once it is decompressed. */
export class DecompressedTooLarge extends Error {
  override name = 'DecompressedTooLarge';
}

type Bytes = AsyncIterable<Uint8Array>;

/** Each starts with the first bytes of what it decompresses. */
const decoders: Record<string, (first: Uint8Array) => Transform> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  // Some hosts leave out the zlib header that RFC 9110 asks for. Its lower four bits are 8.
  deflate: ([byte = 0]) => ((byte & 0x0f) === 8 ? createInflate() : createInflateRaw()),
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress(),
};

/**
 * A body as it was before its host compressed it, which hosts do although they are asked not to. A coding that is not known is
 * ignored, as browsers do, and so are all of them if there are very many.
 * @param encoding the header `content-encoding`
 * @param most bytes that are taken from each decoder
 * @throws {DecompressedTooLarge}, or the error of the decoder
 */
export function decoded(body: Bytes, encoding: string | undefined, most: number): Bytes {
  const codings = (encoding ?? '').split(',').map((coding) => coding.trim().toLowerCase());
  if (codings.length > mostCodings) return body;
  return codings.reduceRight((pieces, coding) => {
    const decoder = Object.hasOwn(decoders, coding) ? decoders[coding] : undefined;
    return decoder === undefined ? pieces : through(pieces, decoder, most);
  }, body);
}

async function* through(
  pieces: Bytes,
  decoderFor: (first: Uint8Array) => Transform,
  most: number,
): AsyncGenerator<Uint8Array> {
  const source = pieces[Symbol.asyncIterator]();
  const { value: first, done } = await source.next();
  // A body of no bytes has nothing to decompress.
  if (done === true || first === undefined) return;
  const whole = async function* () {
    yield first;
    yield* { [Symbol.asyncIterator]: () => source };
  };
  const output = pipeline(Readable.from(whole()), decoderFor(first), () => {});
  let length = 0;
  for await (const piece of output as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > most) throw new DecompressedTooLarge('the body is too long once it is decompressed');
    yield piece;
  }
}
