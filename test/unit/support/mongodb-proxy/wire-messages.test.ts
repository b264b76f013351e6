import { Readable } from 'node:stream';
import type { Socket } from 'node:net';
import { BSON, type Document } from 'mongodb';
import { expect, it } from 'vitest';
import { messagesOf, WireMessage } from '../../../support/mongodb-proxy/wire-messages.ts';

const opMsg = 2013;
const opQuery = 2004;

function message(opCode: number, ...parts: Uint8Array[]): Buffer {
  const bytes = Buffer.concat([Buffer.alloc(16), ...parts]);
  [bytes.length, 7, 3, opCode].forEach((value, index) => bytes.writeInt32LE(value, index * 4));
  return bytes;
}

const int32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
};
const body = (document: Document) => Buffer.concat([Buffer.of(0), BSON.serialize(document)]);
const sequence = (name: string, documents: Document[]) => {
  const content = Buffer.concat([
    Buffer.from(`${name}\0`),
    ...documents.map((document) => BSON.serialize(document)),
  ]);
  return Buffer.concat([Buffer.of(1), int32(content.length + 4), content]);
};
const ping = message(opMsg, int32(0), body({ ping: 1 }));

it('a command is read, whatever sequences of documents stand before or after it', () => {
  const documents = sequence('documents', [{ _id: 1 }, { _id: 2 }]);
  const insert = body({ insert: 'runs' });
  for (const parts of [[insert, documents], [documents, insert], [insert]]) {
    expect(new WireMessage(message(opMsg, int32(0), ...parts)).document).toEqual({ insert: 'runs' });
  }
});

it('a checksum is no part of a message, and is left out where the document is replaced', () => {
  const checked = new WireMessage(message(opMsg, int32(1), body({ ok: 1 }), int32(123)));
  expect(checked.document).toEqual({ ok: 1 });
  const replaced = checked.with({ ok: 0 });
  expect(replaced.bytes).toEqual(message(opMsg, int32(0), body({ ok: 0 })));
});

it('that more messages follow is read, and kept where the document is replaced', () => {
  const first = new WireMessage(message(opMsg, int32(2), body({ ok: 1 })));
  expect([first.moreToCome, first.with({ ok: 0 }).moreToCome]).toEqual([true, true]);
  expect(new WireMessage(ping).moreToCome).toBe(false);
});

it('a reply answers in the operation in which it was asked', () => {
  const greeting = message(
    opQuery,
    int32(0),
    Buffer.from('admin.$cmd\0'),
    int32(0),
    int32(-1),
    BSON.serialize({ hello: 1 }),
  );
  for (const asked of [new WireMessage(greeting), new WireMessage(ping)]) {
    const reply = asked.reply({ ok: 1 });
    expect([reply.document, reply.responseTo]).toEqual([{ ok: 1 }, 7]);
  }
  expect(new WireMessage(greeting).document).toEqual({ hello: 1 });
  const reply = new WireMessage(greeting).reply({ ok: 1 });
  expect(reply.with({ ok: 0 }).bytes).toEqual(new WireMessage(greeting).reply({ ok: 0 }).bytes.fill(7, 8, 9));
});

it('messages are told apart however the connection cuts them', async () => {
  const bytes = Buffer.concat([ping, ping, ping]);
  for (const size of [1, 15, 17, ping.length, bytes.length]) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    );
    const found: Buffer[] = [];
    for await (const each of messagesOf(Readable.from(chunks) as Socket)) found.push(each.bytes);
    expect(found).toEqual([ping, ping, ping]);
  }
});

it('what is compressed is refused', () => {
  expect(() => new WireMessage(message(2012, int32(0))).document).toThrow('the operation 2012');
});
