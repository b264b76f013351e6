import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';

/** The text of a body. */
export interface BodyText {
  body: string;
  /** The bytes are text in no charset that they could be in: each is shown as a character of windows-1252. */
  undecoded?: true;
}

/**
 * The text of a body: in the charset of its byte order mark, otherwise in UTF-8 if that is possible, otherwise in the declared one.
 * JSON is in UTF-8 whatever its host declares, and text in another charset is hardly ever valid UTF-8.
 * @param contentType the header
 */
export function decodeText(bytes: Uint8Array, contentType: string | undefined): BodyText {
  const wide = wideCharset(bytes);
  if (wide !== undefined) return { body: new TextDecoder(wide).decode(bytes) };
  const declared = decoderOf(contentType);
  // Its bytes are all valid UTF-8, and mean something else there.
  const isShifted = declared?.encoding === 'iso-2022-jp';
  // Without a byte order mark, if there is one.
  if (!isShifted && isUtf8(bytes)) return { body: new TextDecoder().decode(bytes) };
  try {
    if (declared !== undefined) return { body: declared.decode(bytes) };
  } catch {
    // The declaration is wrong.
  }
  return { body: new TextDecoder('windows-1252').decode(bytes), undecoded: true };
}

/** UTF-16 by its byte order mark, or by the NUL of the first letter, since JSON begins with ASCII. */
function wideCharset([first, second]: Uint8Array): string | undefined {
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0 && second !== 0 && second !== undefined) return 'utf-16be';
  return second === 0 && first !== 0 ? 'utf-16le' : undefined;
}

/** Throws at what is no text of its charset. Undefined if nothing is declared, or no charset that is known. */
function decoderOf(contentType = ''): TextDecoder | undefined {
  const [, charset] = /;\s*charset\s*=\s*"?([\w.:+-]+)/i.exec(contentType) ?? [];
  try {
    return charset === undefined ? undefined : new TextDecoder(charset, { fatal: true });
  } catch {
    return undefined;
  }
}
