import { createReadStream } from 'node:fs';

/** Longer than any object of a directory. */
const longestElement = 64 * 1024;

/** An object that is an element of an array, and the line it ends in. */
export interface JsonElement {
  line: number;
  text: string;
}

/**
 * The objects of the arrays in a JSON file, whatever surrounds the arrays, one at a time: the file is never completely
 * in memory. The text of each object still has to be parsed.
 * @throws {Error} if the file is truncated, or an object is too long
 */
export async function* readJsonElements(file: string): AsyncGenerator<JsonElement> {
  const open: string[] = [];
  /** How many brackets are open around the current element. */
  let depth: number | undefined;
  let text = '';
  let line = 1;
  let inString = false;
  let escaped = false;
  for await (const chunk of createReadStream(file, { encoding: 'utf8' })) {
    for (const character of chunk as string) {
      if (character === '\n') line += 1;
      if (!inString && character === '{' && open.at(-1) === '[') depth ??= open.length;
      if (depth !== undefined) text += character;
      if (text.length > longestElement) throw new Error(`line ${line}: the object is too long`);
      if (inString) {
        if (!escaped && character === '"') inString = false;
        escaped = !escaped && character === '\\';
      } else if (character === '"') inString = true;
      else if (character === '{' || character === '[') open.push(character);
      else if (character === '}' || character === ']') {
        open.pop();
        if (open.length !== depth) continue;
        yield { line, text };
        depth = undefined;
        text = '';
      }
    }
  }
  if (open.length > 0) throw new Error(`line ${line}: the file breaks off`);
}
