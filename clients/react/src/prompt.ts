import { visibleText } from '../../../contract/words/unseen-characters.ts';

/** A question of an agent, as it is shown. */
export interface ShownPrompt {
  /** The question in words; the whole prompt if it is not a plain question. */
  text: string;
  /** Answers that it offers, each once. */
  choices: string[];
}

/** The shown part of the prompt of a question, which can have any shape. */
export function promptOf(prompt: unknown): ShownPrompt {
  const { question, options } = (prompt ?? {}) as { question?: unknown; options?: unknown };
  return {
    text: visibleText(typeof question === 'string' ? question : JSON.stringify(prompt ?? {})),
    choices: Array.isArray(options)
      ? [...new Set(options.filter((option) => typeof option === 'string'))]
      : [],
  };
}
