import type { ThreadEvent } from '../api/schema.ts';
import type { ApprovalRecorded, HeldWrite } from './event-data.ts';
import { readData } from './read-data.ts';
import type { CallEnd } from './timeline.ts';

/** A call as it was held last: one that was not sent goes back to its gate. */
interface Held {
  write: HeldWrite;
  /** The events that asked for it, the first and the last. */
  first: string;
  last: string;
  started: boolean;
}

/** The calls and plans that events report, in any order of arrival. */
export class StreamedCalls {
  readonly #ends = new Map<string, CallEnd>();
  readonly #started = new Set<string>();
  readonly #waited = new Set<string>();
  readonly #held = new Map<string, Held>();
  readonly #lastPlans = new Set<string>();

  constructor(events: readonly ThreadEvent[]) {
    const lastPlans = new Map<string, string>();
    for (const event of events) {
      this.#receive(event);
      if (event.type === 'plan.updated' && readData(event) !== undefined)
        lastPlans.set(event.run_id ?? '', event.id);
    }
    this.#lastPlans = new Set(lastPlans.values());
  }

  /** How a call ended, if it has. */
  endOf(id: string): CallEnd {
    return this.#ends.get(id) ?? { status: undefined, result: undefined };
  }

  hasStarted(id: string): boolean {
    return this.#started.has(id);
  }

  /** Whether it was held, proposed or asked. */
  hasWaited(id: string): boolean {
    return this.#waited.has(id);
  }

  /** A call as it is held, if this event was the first that asked for it. */
  heldSince(id: string, event: string): Held | undefined {
    const held = this.#held.get(id);
    return held?.first === event ? held : undefined;
  }

  /** Whether an event reports the last plan of its run. */
  isLastPlan(event: string): boolean {
    return this.#lastPlans.has(event);
  }

  #receive(event: ThreadEvent): void {
    const read = readData(event);
    switch (read?.type) {
      case 'tool_call.started':
        this.#started.add(read.data.tool_call_id);
        this.#changeHeld(read.data.tool_call_id, { started: true });
        break;
      case 'tool_call.completed':
        this.#ends.set(read.data.tool_call_id, { status: read.data.status, result: read.data.result });
        break;
      case 'action.proposed':
      case 'elicitation.requested':
        this.#waited.add(read.data.tool_call_id);
        break;
      case 'write.confirmation_requested':
        this.#hold(event.id, read.data);
        break;
      case 'write.approval_recorded':
        this.#approve(read.data);
        break;
      default:
    }
  }

  /** An approval or a start of the version before no longer counts. */
  #hold(event: string, write: HeldWrite): void {
    const id = write.tool_call_id;
    this.#waited.add(id);
    this.#held.set(id, { write, first: this.#held.get(id)?.first ?? event, last: event, started: false });
  }

  /** A write that has lost an approval is no longer to be sent. */
  #approve({ tool_call_id: id, approvals, not_before }: ApprovalRecorded): void {
    const known = this.#held.get(id)?.write;
    if (known === undefined) return;
    const { not_before: _, frozen: __, ...write } = known;
    const approved = { ...write, approvals, ...(not_before === undefined ? {} : { not_before }) };
    this.#changeHeld(id, { write: approved });
  }

  #changeHeld(id: string, change: Partial<Held>): void {
    const held = this.#held.get(id);
    if (held !== undefined) this.#held.set(id, { ...held, ...change });
  }
}
