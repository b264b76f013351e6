import type { Message, ThreadEvent } from '../api/schema.ts';
import {
  type ApprovalRecorded,
  type CallCompleted,
  type CallStarted,
  type Completed,
  type Delta,
  dataSchemas,
  type Failed,
  type Handoff,
  type HeldWrite,
  type Plan,
  type ProposedAction,
  type Question,
} from './event-data.ts';

/** The data of an event by its type, or undefined where it has none that the app knows. */
export type EventData =
  | { type: 'message.delta'; data: Delta }
  | { type: 'message.completed'; data: Message }
  | { type: 'tool_call.started'; data: CallStarted }
  | { type: 'tool_call.completed'; data: CallCompleted }
  | { type: 'elicitation.requested'; data: Question }
  | { type: 'action.proposed'; data: ProposedAction }
  | { type: 'write.confirmation_requested'; data: HeldWrite }
  | { type: 'write.approval_recorded'; data: ApprovalRecorded }
  | { type: 'handoff.requested'; data: Handoff }
  | { type: 'plan.updated'; data: Plan }
  | { type: 'run.completed'; data: Completed }
  | { type: 'run.failed'; data: Failed };

/** Events never change, and a timeline reads each of them again and again. */
const readBefore = new WeakMap<object, EventData | undefined>();

/** Reads the data of an event; undefined for a type that has none to show, or data of another shape. */
export function readData(event: Pick<ThreadEvent, 'type' | 'data'>): EventData | undefined {
  if (!readBefore.has(event)) readBefore.set(event, parse(event));
  return readBefore.get(event);
}

function parse({ type, data }: Pick<ThreadEvent, 'type' | 'data'>): EventData | undefined {
  // The message as the API lists it, which its generated type describes.
  if (type === 'message.completed') {
    return data === undefined ? undefined : { type, data: data as unknown as Message };
  }
  if (!(type in dataSchemas)) return undefined;
  const known = type as keyof typeof dataSchemas;
  const parsed = dataSchemas[known].safeParse(data);
  return parsed.success ? ({ type: known, data: parsed.data } as EventData) : undefined;
}
