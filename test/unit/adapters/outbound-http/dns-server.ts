import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A DNS server on loopback. */
export interface DnsServer {
  /** As in `127.0.0.1:53`. */
  address: string;
  /** Names that were asked for. */
  asked: Set<string>;
  /** Each question: a name, and `A` or `AAAA`. One that is repeated because its answer was slow to come is one. */
  questions: string[];
  stop(): Promise<void>;
}

const types: Record<number, 'A' | 'AAAA'> = { 1: 'A', 28: 'AAAA' };
const noSuchName = 3;
const ttlSeconds = 60;

/** @param addressesOf the IPv4 addresses of a name; none: there is no such name; undefined: no answer, ever */
export async function startDnsServer(
  addressesOf: (name: string) => string[] | undefined,
): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const questions: string[] = [];
  const asked = new Set<string>();
  const seen = new Set<string>();
  socket.on('message', (query, { address, port }) => {
    const { name, end } = readName(query);
    const type = types[query.readUInt16BE(end)];
    // A repetition has the id of the question.
    const question = `${query.readUInt16BE(0)} ${name} ${type}`;
    if (!seen.has(question)) questions.push(`${name} ${type}`);
    seen.add(question);
    asked.add(name);
    const addresses = addressesOf(name);
    if (addresses === undefined) return;
    const records = type === 'A' ? addresses.map(record) : [];
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    // A response, with recursion: its code, one question, and the records.
    header.writeUInt16BE(0x8180 | (addresses.length === 0 ? noSuchName : 0), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(records.length, 6);
    socket.send(Buffer.concat([header, query.subarray(12, end + 4), ...records]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  let stopped: Promise<void> | undefined;
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    questions,
    stop: async () => await (stopped ??= new Promise((resolve) => socket.close(resolve))),
  };
}

/** The name that a query asks for, and where it ends. */
function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

/** An A record of the name in the question. */
function record(address: string): Buffer {
  const head = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, ttlSeconds, 0, 4]);
  return Buffer.concat([head, Buffer.from(address.split('.').map(Number))]);
}
