import type { ModelMessage, ModelRequest, ModelTool, ShownRun } from '#engine/ports/model.ts';

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

/** Earlier runs: one that nobody answered, and two that ended with words, in two pieces and after none. */
export const history: ShownRun[] = [
  { messages: [{ role: 'user', content: 'Hello' }], lines: [] },
  {
    messages: [
      { role: 'user', content: 'Are you there?' },
      { role: 'assistant', content: 'Yes.' },
      { role: 'assistant', content: 'I am.' },
    ],
    lines: [],
  },
  {
    messages: [
      { role: 'user', content: 'Good.' },
      { role: 'assistant', content: ' \n' },
    ],
    lines: [],
  },
];

/** A run of two turns with calls: with words and without, answered and failed, parsed and not. */
export const run: ModelMessage[] = [
  { role: 'user', content: 'What is a heddle?' },
  {
    role: 'assistant',
    content: 'I will look.',
    calls: [
      { id: 'c1', name: 'look_up', args: { word: 'heddle' } },
      { id: 'c2', name: 'look_up', unparsed: '{"word": "hed' },
    ],
  },
  {
    role: 'tool',
    results: [
      { call_id: 'c1', name: 'look_up', result: { found: ['a part of a loom'] }, failed: false },
      { call_id: 'c2', name: 'look_up', result: { error: { code: 'invalid_args' } }, failed: true },
    ],
  },
  { role: 'assistant', content: '', calls: [{ id: 'c3', name: 'forget', args: {} }] },
  { role: 'tool', results: [{ call_id: 'c3', name: 'forget', result: 'Not yours to call.', failed: true }] },
];
