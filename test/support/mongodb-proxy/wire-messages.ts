import type { Socket } from 'node:net';
import { BSON, type Document } from 'mongodb';

/**
 * The part of MongoDB's wire protocol that the driver speaks without compression: OP_MSG, and for the handshake of a new
 * connection OP_QUERY with its OP_REPLY.
 */
const opReply = 1;
const opQuery = 2004;
const opMsg = 2013;

const headerBytes = 16;
/** Length of the fields of an OP_REPLY between its header and its documents. */
const replyFieldBytes = 20;
const checksumBytes = 4;
const checksumPresent = 1;
const moreToCome = 2;

/** A message with its bytes as they came. */
export class WireMessage {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  get requestId(): number {
    return this.bytes.readInt32LE(4);
  }

  get responseTo(): number {
    return this.bytes.readInt32LE(8);
  }

  get opCode(): number {
    return this.bytes.readInt32LE(12);
  }

  /** Another message follows without being asked for; of a command: nobody waits for a reply. */
  get moreToCome(): boolean {
    return this.opCode === opMsg && (this.#flags & moreToCome) !== 0;
  }

  /**
   * The command or the reply, without sequences of documents that travel beside it.
   * @throws for an operation that is not spoken here, such as OP_COMPRESSED
   */
  get document(): Document {
    switch (this.opCode) {
      case opMsg:
        return this.#body();
      case opQuery:
        // After the name of a collection come two numbers.
        return documentAt(this.bytes, this.bytes.indexOf(0, headerBytes + 4) + 9);
      case opReply:
        return documentAt(this.bytes, headerBytes + replyFieldBytes);
      default:
        throw new Error(`a message of the operation ${this.opCode} cannot be read`);
    }
  }

  get #flags(): number {
    return this.bytes.readUInt32LE(headerBytes);
  }

  /** The section of kind 0. Sections of kind 1 are sequences of documents. */
  #body(): Document {
    const end = this.bytes.length - ((this.#flags & checksumPresent) === 0 ? 0 : checksumBytes);
    for (let at = headerBytes + 4; at < end;) {
      if (this.bytes[at] === 0) return documentAt(this.bytes, at + 1);
      at += 1 + this.bytes.readInt32LE(at + 1);
    }
    throw new Error('a message has no body');
  }

  /** The same message with another document, and without a checksum or sequences of documents. */
  with(document: Document): WireMessage {
    const { bytes, opCode, requestId, responseTo } = this;
    if (opCode !== opMsg) {
      return assemble(
        opCode,
        { requestId, responseTo },
        bytes.subarray(headerBytes, headerBytes + replyFieldBytes),
        document,
      );
    }
    return assemble(
      opCode,
      { requestId, responseTo },
      flagsAndKind(this.#flags & ~checksumPresent),
      document,
    );
  }

  /** A reply to this command, in the operation in which it was asked. */
  reply(document: Document): WireMessage {
    const ids = { requestId: 0, responseTo: this.requestId };
    if (this.opCode === opMsg) return assemble(opMsg, ids, flagsAndKind(0), document);
    const fields = Buffer.alloc(replyFieldBytes);
    // One document is returned.
    fields.writeInt32LE(1, 16);
    return assemble(opReply, ids, fields, document);
  }
}

/** The messages that come by a connection, until it ends or breaks. */
export async function* messagesOf(socket: Socket): AsyncGenerator<WireMessage> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= headerBytes && rest.length >= rest.readInt32LE(0)) {
      const length = rest.readInt32LE(0);
      yield new WireMessage(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  }
}

function documentAt(bytes: Buffer, at: number): Document {
  return BSON.deserialize(bytes.subarray(at, at + bytes.readInt32LE(at)));
}

/** The bytes before the document of an OP_MSG: its flags, and the kind 0 of its section. */
function flagsAndKind(flags: number): Buffer {
  const before = Buffer.alloc(5);
  before.writeUInt32LE(flags >>> 0);
  return before;
}

function assemble(
  opCode: number,
  { requestId, responseTo }: { requestId: number; responseTo: number },
  before: Uint8Array,
  document: Document,
): WireMessage {
  const bytes = Buffer.concat([Buffer.alloc(headerBytes), before, BSON.serialize(document)]);
  [bytes.length, requestId, responseTo, opCode].forEach((value, index) =>
    bytes.writeInt32LE(value, index * 4),
  );
  return new WireMessage(bytes);
}
