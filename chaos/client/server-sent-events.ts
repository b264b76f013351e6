/** One event of a stream; without an id when it is not one to go on behind. */
export interface ServerSentEvent {
  id?: string;
  event: string;
  data: string;
}

/**
 * Cuts what comes of a stream into events. What has not come to its end when the connection breaks is no event: it is
 * dropped with the reader.
 */
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
