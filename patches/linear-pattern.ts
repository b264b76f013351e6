import type { RegExpEngine } from 'ajv/dist/types/index.js';
import { RE2JS } from 're2js';

/**
 * Compiles a pattern of a JSON Schema for matching in time linear in the text, by RE2. JavaScript's own engine tries
 * alternatives one after the other, which for `^(a+)+$` takes years for a text of sixty characters.
 * @throws {SyntaxError} when it is no pattern of JavaScript; RE2 would take some of those
 * @throws {Error} when it cannot be matched like that: look-around, back-references, over 1,000 repetitions
 */
export const linearPattern: RegExpEngine = Object.assign(
  (pattern: string, flags: string) => {
    void new RegExp(pattern, flags);
    try {
      // Ajv tells patterns apart by what `toString` gives.
      return RE2JS.compile(RE2JS.translateRegExp(pattern));
    } catch (error) {
      const why = error instanceof Error ? error.message : 'no reason known';
      throw new Error(`a pattern cannot be matched in linear time: ${why}`, { cause: error });
    }
  },
  { code: 'linearPattern' },
);

/** The same, but matches by JavaScript's engine what was published before RE2 was asked. */
export const publishedPattern: RegExpEngine = Object.assign(
  (pattern: string, flags: string) => {
    try {
      return linearPattern(pattern, flags);
    } catch {
      return new RegExp(pattern, flags);
    }
  },
  { code: 'publishedPattern' },
);
