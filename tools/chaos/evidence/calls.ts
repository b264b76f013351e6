import type { Event } from '#contract/event.ts';
import type { ToolCall } from '#contract/run.ts';
import { isJsonObject } from '#contract/json.ts';
import { isTerminal } from '#contract/run-state.ts';
import type { Evidence, RunEvidence } from './evidence.ts';

/** A call according to the events of its run. */
export interface CallStory {
  id: string;
  /** The patch's key. */
  name: string;
  args?: Record<string, unknown>;
  started: Event[];
  completed: Event[];
  /** `ok`, `failed`, `declined` or `denied`; undefined until it is completed. */
  status?: string;
  /** The result for the model, as JSON text. */
  result: string;
  /** Its error code. */
  code?: string;
}

/** The calls of a run in the order in which its events first mention them. */
export function callsOf({ events }: RunEvidence): CallStory[] {
  const stories = new Map<string, CallStory>();
  for (const event of events) {
    const data = event.data ?? {};
    const { tool_call_id, name, args, status, result } = data;
    if (typeof tool_call_id !== 'string' || !event.type.startsWith('tool_call.')) continue;
    const story = stories.get(tool_call_id) ?? {
      id: tool_call_id,
      name: String(name),
      started: [],
      completed: [],
      result: '',
    };
    stories.set(tool_call_id, story);
    if (event.type === 'tool_call.started') {
      story.started.push(event);
      if (isJsonObject(args)) story.args = args;
    } else {
      story.completed.push(event);
      story.status = String(status);
      story.result = JSON.stringify(result ?? null);
      const error = isJsonObject(result) ? result['error'] : undefined;
      if (isJsonObject(error)) story.code = String(error['code']);
    }
  }
  return [...stories.values()];
}

/** Every call of every run, by its id. */
export function callsById({ runs }: Evidence): Map<string, { run: RunEvidence; call: CallStory }> {
  return new Map(runs.flatMap((run) => callsOf(run).map((call) => [call.id, { run, call }])));
}

/** The calls of a run in its trace. */
export function tracedCalls({ trace }: RunEvidence): ToolCall[] {
  return trace.turns.flatMap(({ tool_calls }) => tool_calls);
}

/** The call of the trace with a mark. Each call of the load has its own. */
export function tracedCall(run: RunEvidence, mark: unknown): ToolCall | undefined {
  return mark === undefined ? undefined : tracedCalls(run).find(({ args }) => args['mark'] === mark);
}

/** When a call was completed, in milliseconds since the epoch. */
export function completedAt({ completed }: CallStory): number | undefined {
  const [first] = completed;
  return first === undefined ? undefined : Date.parse(first.created_at);
}

/** Whether a run can be judged completely. A run that has not ended is a violation by itself. */
export function hasEnded({ run }: RunEvidence): boolean {
  return isTerminal(run.state);
}
