export type Joint = '\n' | ' ' | '';

/** A line, or a part of one. */
export interface Part {
  line: string;
  /** The joint between the part before and this one. */
  joint: Joint;
}

/** Splits lines that are longer. */
export function* partsOf(lines: Iterable<string>, longest: number): Generator<Part> {
  for (const whole of lines) {
    let line = whole;
    let joint: Joint = '\n';
    while (line.length > longest) {
      const at = splitAt(line.slice(0, longest));
      const rest = line.slice(at);
      yield { line: line.slice(0, at), joint };
      joint = /^\s/.test(rest) ? ' ' : '';
      line = rest.trimStart();
    }
    yield { line, joint };
  }
}

function splitAt(text: string): number {
  const sentence = Math.max(...['. ', '! ', '? '].map((end) => text.lastIndexOf(end) + 1));
  if (sentence > text.length / 2) return sentence;
  const space = text.lastIndexOf(' ');
  if (space > text.length / 2) return space;
  const lastUnit = text.charCodeAt(text.length - 1);
  return lastUnit >= 0xd800 && lastUnit < 0xdc00 ? text.length - 1 : text.length;
}
