import type { RegExpEngine } from 'ajv/dist/types/index.js';
import { RE2JS } from 're2js';

/**
 * Compiles a pattern of a JSON Schema with RE2, which matches in time linear in the text. JavaScript's own engine
 * backtracks: `^(a+)+$` takes years for a text of sixty characters.
 * @throws {SyntaxError} if it is not a JavaScript pattern, some of which RE2 would accept
 * @throws {Error} if RE2 does not support it: look-around, back-references, more than 1,000 repetitions
 */
export const linearPattern: RegExpEngine = Object.assign(
  (pattern: string, flags: string) => {
    void new RegExp(pattern, flags);
    try {
      // Ajv distinguishes patterns by their `toString`.
      return RE2JS.compile(RE2JS.translateRegExp(pattern));
    } catch (error) {
      const why = error instanceof Error ? error.message : 'no reason known';
      throw new Error(`a pattern cannot be matched in linear time: ${why}`, { cause: error });
    }
  },
  { code: 'linearPattern' },
);

/** Like `linearPattern`, but uses JavaScript's engine for patterns that were published before RE2 was required. */
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
