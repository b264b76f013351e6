/** A word that comments avoid, with the field's own term for it. */
export interface WordRule {
  /** Matches the text of a comment, without its marks. */
  pattern: RegExp;
  /** The better word or form, as the end of a sentence that begins with "Write". */
  instead: string;
  /** Paths in which the word is the right one. */
  except?: readonly string[];
}

/** Speech that people do make: recordings are heard, and voices tell nothing apart from what they say. */
const speech: readonly string[] = [
  'adapters/voice/',
  'api/resources/voice/',
  'store/voice/',
  'test/api/voice/',
  'tools/dev/stand-ins/voice-servers/',
];

/**
 * Words of CONTRIBUTING.md ("Words"). A comment names its subject first, in the terms of the field, as Stripe's and
 * Temporal's documentation do.
 */
export const wordRules: readonly WordRule[] = [
  {
    pattern: /^(?:What|Of|By|Who|Whom|Whose)\b/,
    instead: 'the noun: "The fields that a limit counts" for "What a limit counts"',
  },
  {
    pattern: /\btold\b/i,
    instead: '"reported", "notified", "shown" or "called with"',
    // The name of a column, and of a parameter.
    except: ['identify/data/tables.ts', 'engine/steps/recent-turns.ts'],
  },
  { pattern: /\b(?:heard|hears)\b/i, instead: '"received" or "arrived"', except: speech },
  {
    pattern: /\b(?:whoever|whomever)\b/i,
    instead: 'the person or the program: "the caller", "the approver"',
  },
  { pattern: /\banew\b/i, instead: '"again"' },
  { pattern: /\bby then\b/i, instead: 'the moment: "when it ends"' },
  { pattern: /\ball the same\b/i, instead: '"anyway"' },
  { pattern: /\b(?:goes|go|went|going) on\b(?! to)/i, instead: '"continues"' },
];
