import type { ModelRequest, ModelTool } from '#adapters/model/port.ts';

/** A tool to offer. */
export const lookUp: ModelTool = {
  name: 'look_up',
  description: 'Looks a word up.',
  input_schema: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
};

/** A turn to take: the first of a run whose user said hello, with one tool, unless said otherwise. */
export function turn(parts: Partial<ModelRequest> = {}): ModelRequest {
  return {
    instructions: 'Be brief.',
    history: [],
    run: [{ role: 'user', content: 'Hello' }],
    tools: [lookUp],
    attempt: 1,
    signal: new AbortController().signal,
    ...parts,
  };
}
