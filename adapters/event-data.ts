/** Whether an answer is an event stream, by its media type, as clients read it: in any case, and whatever its parameters. */
export function isEventStream({ 'content-type': type = '' }: Record<string, string>): boolean {
  const [media = ''] = type.split(';', 1);
  return media.trim().toLowerCase() === 'text/event-stream';
}

/** A line break of an event stream. */
const lineBreak = /\r\n|\n|\r/;
/** A blank line ends an event. */
const blankLine = /(?:\r\n|\n|\r(?!\n))(?:\r\n|\n|\r(?!\n))/g;
/** The longest blank line, less a character: how much of what was searched may be the beginning of one. */
const breakOverlap = 3;

/**
 * An event stream whose data is mapped, event by event, while it arrives. Events whose data stays the same pass through as they
 * came, and those whose data becomes undefined are left out.
 */
export class MappedEventData {
  readonly #map: (data: string) => string | undefined;
  /** The event that has not ended, in the pieces in which it came. */
  #pieces: string[] = [];
  /** Its last characters. */
  #tail = '';

  constructor(map: (data: string) => string | undefined) {
    this.#map = map;
  }

  /**
   * Takes time for the piece alone, however long the event is that it belongs to.
   * @returns the events that have ended with this piece of the stream
   */
  add(piece: string): string {
    const text = this.#tail + piece;
    let [result, copied] = ['', this.#tail.length];
    let begin = 0;
    blankLine.lastIndex = 0;
    while (blankLine.test(text)) {
      begin = blankLine.lastIndex;
      this.#pieces.push(text.slice(copied, begin));
      copied = begin;
      result += this.#ended();
    }
    if (copied < text.length) this.#pieces.push(text.slice(copied));
    this.#tail = text.slice(begin).slice(-breakOverlap);
    return result;
  }

  /** @returns what follows the last event that has ended */
  end(): string {
    return this.#ended();
  }

  #ended(): string {
    const event = this.#pieces.join('');
    this.#pieces = [];
    return this.#mapped(event);
  }

  #mapped(event: string): string {
    const lines = event.split(lineBreak);
    const isData = (line: string) => line.startsWith('data:');
    const data = lines
      .filter(isData)
      .map((line) => line.slice('data:'.length).replace(/^ /, ''))
      .join('\n');
    const mapped = this.#map(data);
    if (mapped === data) return event;
    if (mapped === undefined) return '';
    const others = lines.filter((line) => line !== '' && !isData(line));
    return `${[...others, ...mapped.split('\n').map((line) => `data: ${line}`)].join('\n')}\n\n`;
  }
}
