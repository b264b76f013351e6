import { visibleText } from '../../../contract/words/unseen-characters.ts';

/** A question of an agent, as it is shown. */
export interface ShownPrompt {
  /** What is asked, in words; the whole prompt where it is not a plain question. */
  text: string;
  /** Answers that it offers, each once. */
  choices: string[];
}

/** What is shown of the prompt of a question, which is of any shape. */
export function promptOf(prompt: unknown): ShownPrompt {
  const { question, options } = (prompt ?? {}) as { question?: unknown; options?: unknown };
  return {
    text: visibleText(typeof question === 'string' ? question : JSON.stringify(prompt ?? {})),
    choices: Array.isArray(options)
      ? [...new Set(options.filter((option) => typeof option === 'string'))]
      : [],
  };
}
