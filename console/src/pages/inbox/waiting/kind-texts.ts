/** The kinds of what waits, in words. */
export const kindTexts = { confirmation: 'Approval', action: 'Action', question: 'Question' } as const;
