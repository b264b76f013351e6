import { createServer, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { decodeExport, type ReceivedSpan, receivedSpans } from './otlp-receiver.ts';

/** A collector on loopback that speaks OTLP over gRPC, in the clear. */
export interface OtlpGrpcReceiver {
  url: string;
  spans: ReceivedSpan[];
  /** The `:path` of each request. */
  paths: string[];
  stop: () => Promise<void>;
}

/** A message of gRPC: whether it is compressed, its length, and the message itself. */
const prefixBytes = 5;

export async function startOtlpGrpcReceiver(): Promise<OtlpGrpcReceiver> {
  const spans: ReceivedSpan[] = [];
  const paths: string[] = [];
  const server = createServer();
  server.on('stream', (stream, headers) => {
    paths.push(headers[':path'] ?? '');
    void take(stream);
  });
  const take = async (stream: ServerHttp2Stream) => {
    const sent = await buffer(stream);
    const length = sent.readUInt32BE(1);
    spans.push(...receivedSpans(decodeExport(sent.subarray(prefixBytes, prefixBytes + length))));
    answer(stream);
  };
  const listening = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', listening.resolve);
  await listening.promise;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    paths,
    stop: async () => {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      await closed.promise;
    },
  };
}

/** An empty response, and `OK`. */
function answer(stream: ServerHttp2Stream): void {
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
  stream.end(Buffer.alloc(prefixBytes));
}
