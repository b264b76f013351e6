import type { Pending, ToolRun } from '#contract/mcp-tools.ts';

/** A run in words, for clients that show a model only text. */
export function describeRun({ reply, pending, reason, error, next }: ToolRun): string {
  const paragraphs = [
    reply,
    pending === undefined ? undefined : describePending(pending),
    error === undefined ? undefined : `The run failed with ${error.code}: ${error.message}`,
    reason === undefined ? undefined : endings[reason],
    next,
  ];
  return paragraphs.filter((text) => text !== undefined && text !== '').join('\n\n') || 'Done.';
}

const endings: Record<NonNullable<ToolRun['reason']>, string> = {
  finished: '',
  handoff: 'The agent has handed the conversation over to a person.',
  cancelled: 'The run was cancelled.',
  expired: 'The run waited too long and has ended.',
};

/** What a run waits for, in words. */
export function describePending({ kind, patch_ref, prompt, summary, risk, args }: Pending): string {
  switch (kind) {
    case 'question':
      return `The agent asks: ${describePrompt(prompt ?? {})}`;
    case 'confirmation':
      return [
        `Held for approval: ${summary?.title ?? patch_ref}`,
        ...(summary?.fields ?? []).map(({ label, value }) => `${label}: ${value}`),
        `Risk: ${risk}`,
      ].join('\n');
    case 'action':
      return `The agent asks for an action: ${patch_ref} ${JSON.stringify(args ?? {})}`;
  }
}

/** A question in words: the text of `ask_user`, or the arguments of another patch. */
export function describePrompt(prompt: Record<string, unknown>): string {
  const { question, options } = prompt;
  if (typeof question !== 'string') return JSON.stringify(prompt);
  return Array.isArray(options) ? `${question}\nOptions: ${options.join(', ')}` : question;
}
