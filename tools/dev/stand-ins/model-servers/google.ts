import { frame } from './model-server.ts';
import type { ScriptedReply } from './scripted-reply.ts';

/** Frames of Gemini's `:streamGenerateContent?alt=sse`. Arguments are objects, and signatures belong to parts of any kind. */
export function googleFrames({ thoughts, text, calls, usage }: ScriptedReply): string[] {
  const frames: string[] = [];
  for (const { words = [], opaque } of thoughts ?? []) {
    for (const each of words) frames.push(chunk([{ text: each, thought: true }]));
    if (opaque !== undefined) frames.push(chunk([{ text: '', thoughtSignature: opaque }]));
  }
  for (const each of text ?? []) frames.push(chunk([{ text: each }]));
  for (const { id, name, json, signature } of calls ?? []) {
    const signed = signature === undefined ? {} : { thoughtSignature: signature };
    const called = chunk([{ functionCall: { id, name, args: '<args>' }, ...signed }]);
    frames.push(called.replace('"<args>"', () => json.join('') || '{}'));
  }
  const counted = {
    promptTokenCount: usage?.input ?? 0,
    ...(usage?.cached === undefined ? {} : { cachedContentTokenCount: usage.cached }),
    candidatesTokenCount: usage?.output ?? 0,
    totalTokenCount: (usage?.input ?? 0) + (usage?.output ?? 0),
  };
  return [...frames, chunk([{ text: '' }], { finishReason: 'STOP' }, { usageMetadata: counted })];
}

function chunk(parts: object[], end: object = {}, more: object = {}): string {
  return frame({
    candidates: [{ content: { role: 'model', parts }, index: 0, ...end }],
    modelVersion: 'gemini-test',
    responseId: 'google_1',
    ...more,
  });
}
