/** One event of a stream. It has no id if the stream cannot be resumed after it. */
export interface ServerSentEvent {
  id?: string;
  event: string;
  data: string;
}

/** Splits a stream into events. An event that is incomplete when the connection breaks is dropped with the reader. */
export class ServerSentEventReader {
  #rest = '';

  /** The events that this piece of the stream completes. */
  read(piece: string): ServerSentEvent[] {
    const blocks = `${this.#rest}${piece}`.split('\n\n');
    this.#rest = blocks.pop() ?? '';
    return blocks.map(readBlock).filter((event) => event !== undefined);
  }
}

function readBlock(block: string): ServerSentEvent | undefined {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const [, name, value] = /^(id|event|data): ?(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) continue;
    fields.set(name, name === 'data' && fields.has('data') ? `${fields.get('data')}\n${value}` : value);
  }
  const data = fields.get('data');
  if (data === undefined) return undefined;
  const id = fields.get('id');
  return { ...(id === undefined ? {} : { id }), event: fields.get('event') ?? 'message', data };
}
