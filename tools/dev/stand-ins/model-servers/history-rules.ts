/** The provider's error for the body of a request; undefined if it is valid. */
export type Refusal = (body: unknown) => string | undefined;

/** A call in a request, or the result of one. */
interface Named {
  id: string;
  name?: string | undefined;
}

/** Messages as all protocols have them: those of the model with calls, and those with results. */
type Step = { calls: Named[] } | { results: Named[] } | { words: true };

interface Rules {
  id: RegExp;
  name: RegExp;
}

/** The Messages API of Anthropic: ids of any length, and results in the message right behind the calls. */
export const anthropicRefuses: Refusal = (body) => {
  const { messages, tools = [] } = body as {
    messages: { role: string; content: string | { type: string; [field: string]: unknown }[] }[];
    tools?: { name: string }[];
  };
  const steps = messages.flatMap(({ content }): Step[] => {
    if (typeof content === 'string') return [{ words: true }];
    const calls = content.filter(({ type }) => type === 'tool_use') as unknown as Named[];
    const results = content.filter(({ type }) => type === 'tool_result') as unknown as {
      tool_use_id: string;
    }[];
    if (calls.length > 0) return [{ calls }];
    if (results.length > 0) return [{ results: results.map(({ tool_use_id: id }) => ({ id })) }];
    return [{ words: true }];
  });
  const isEmpty = messages.some(
    ({ content }) =>
      content === '' ||
      (Array.isArray(content) && content.some(({ type, text }) => type === 'text' && text === '')),
  );
  if (isEmpty) return 'messages: text content blocks must be non-empty';
  if (messages[0]?.role !== 'user') return 'messages: first message must use the "user" role';
  return faultOf(steps, tools, { id: /^[a-zA-Z0-9_-]+$/, name: /^[a-zA-Z0-9_-]{1,128}$/ });
};

/** Chat Completions of OpenAI: ids of at most 40 characters. */
export const openaiChatRefuses: Refusal = (body) =>
  chatFault(body, { id: /^.{1,40}$/, name: /^[a-zA-Z0-9_-]{1,64}$/ });

/** Chat Completions of Mistral: ids of nine letters and digits. */
export const mistralRefuses: Refusal = (body) =>
  chatFault(body, { id: /^[a-zA-Z0-9]{9}$/, name: /^[a-zA-Z0-9_-]{1,64}$/ });

/** The Responses API of OpenAI: ids of at most 64 characters. */
export const openaiResponsesRefuses: Refusal = (body) => {
  const { input, tools = [] } = body as {
    input: { type?: string; call_id?: string; name?: string }[];
    tools?: { name: string }[];
  };
  const steps: Step[] = [];
  for (const { type, call_id: id = '', name } of input) {
    const last = steps.at(-1);
    if (type === 'function_call') {
      if (last !== undefined && 'calls' in last) last.calls.push({ id, name });
      else steps.push({ calls: [{ id, name }] });
    } else if (type === 'function_call_output') {
      if (last !== undefined && 'results' in last) last.results.push({ id });
      else steps.push({ results: [{ id }] });
    } else if (type !== 'reasoning') steps.push({ words: true });
  }
  return faultOf(steps, tools, { id: /^.{1,64}$/, name: /^[a-zA-Z0-9_-]{1,64}$/ });
};

function chatFault(body: unknown, rules: Rules): string | undefined {
  const { messages, tools = [] } = body as {
    messages: {
      role: string;
      tool_call_id?: string;
      tool_calls?: { id: string; function: { name: string } }[];
    }[];
    tools?: { function: { name: string } }[];
  };
  const steps: Step[] = [];
  for (const { role, tool_call_id: id = '', tool_calls = [] } of messages) {
    const last = steps.at(-1);
    if (role === 'tool') {
      if (last !== undefined && 'results' in last) last.results.push({ id });
      else steps.push({ results: [{ id }] });
    } else if (tool_calls.length > 0) {
      steps.push({ calls: tool_calls.map(({ id: of, function: { name } }) => ({ id: of, name })) });
    } else steps.push({ words: true });
  }
  return faultOf(
    steps,
    tools.map((tool) => tool.function),
    rules,
  );
}

/** Each call has one result right behind it, an id of its own, and a name of a form that the provider takes. */
function faultOf(
  steps: readonly Step[],
  tools: readonly { name: string }[],
  { id, name }: Rules,
): string | undefined {
  const calls = steps.flatMap((step) => ('calls' in step ? step.calls : []));
  const badName = [...calls.map((call) => call.name ?? ''), ...tools.map((tool) => tool.name)].find(
    (each) => !name.test(each),
  );
  if (badName !== undefined) return `the name ${badName} does not match ${name.source}`;
  const badId = calls.find((call) => !id.test(call.id));
  if (badId !== undefined) return `the id ${badId.id} does not match ${id.source}`;
  if (new Set(calls.map((call) => call.id)).size < calls.length) return 'ids of calls must be unique';
  for (const [index, step] of steps.entries()) {
    const [before, next] = [steps[index - 1], steps[index + 1]];
    if ('calls' in step && !(next !== undefined && 'results' in next && isSame(step.calls, next.results)))
      return 'each call must have one result right behind it';
    if ('results' in step && !(before !== undefined && 'calls' in before))
      return 'each result must be right behind its call';
  }
  return undefined;
}

function isSame(calls: readonly Named[], results: readonly Named[]): boolean {
  const ids = (of: readonly Named[]) =>
    of
      .map(({ id }) => id)
      .toSorted()
      .join(' ');
  return ids(calls) === ids(results);
}
