import type { Json, ModelMessage } from '#engine/ports/model.ts';
import { reasoningTexts } from './kept-reasoning.ts';

/**
 * A request as it is shown in a trace, without what the model thought in earlier turns: that is stored encrypted, with its turn.
 * @param sent as it was sent
 */
export function withoutReasoning(
  sent: { [key: string]: Json },
  messages: readonly ModelMessage[],
): { [key: string]: Json } {
  const texts = new Set(
    messages.flatMap((message) =>
      message.role === 'assistant' && message.reasoning !== undefined
        ? reasoningTexts(message.reasoning)
        : [],
    ),
  );
  return texts.size === 0 ? sent : (hidden(sent, texts) as { [key: string]: Json });
}

function hidden(value: Json, texts: ReadonlySet<string>): Json {
  if (typeof value === 'string') {
    return texts.has(value) ? `[reasoning, ${value.length} characters]` : value;
  }
  if (Array.isArray(value)) return value.map((item) => hidden(item, texts));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, hidden(item, texts)]));
}
