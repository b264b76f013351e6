import { parseSync } from 'rolldown/utils';
import type { WordRule } from './rules.ts';

/**
 * The comments that break a rule, one sentence each: the place, the word, and what to write instead.
 *
 * @param sources the text of each file, by its path from the root of the repository
 * @throws if a file cannot be parsed
 */
export function checkWords(sources: Map<string, string>, rules: readonly WordRule[]): string[] {
  return [...sources].flatMap(([path, text]) => {
    const applied = rules.filter(({ except = [] }) => !except.some((start) => path.startsWith(start)));
    return commentsOf(path, text).flatMap(({ start, words }) => {
      const broken = applied.find(({ pattern }) => pattern.test(words));
      if (broken === undefined) return [];
      const line = text.slice(0, start).split('\n').length;
      const [word = ''] = broken.pattern.exec(words) ?? [];
      return [`${path}:${line}: a comment says "${word}". Write ${broken.instead}.`];
    });
  });
}

interface Comment {
  start: number;
  /** The text without the marks of the comment, in one line. */
  words: string;
}

/** The comments of a file. Line comments on consecutive lines are one. */
function commentsOf(path: string, text: string): Comment[] {
  const { comments, errors } = parseSync(path, text);
  if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`);
  const joined: (Comment & { end: number })[] = [];
  for (const { type, value, start, end } of comments) {
    const words = value
      .replace(/^\s*\*+ ?/gm, '')
      .replace(/\s+/g, ' ')
      .trim();
    const last = joined.at(-1);
    const continues = type === 'Line' && last !== undefined && /^\n[ \t]*$/.test(text.slice(last.end, start));
    if (continues && text.startsWith('//', last.start)) {
      last.words += ` ${words}`;
      last.end = end;
    } else joined.push({ start, end, words });
  }
  return joined;
}
