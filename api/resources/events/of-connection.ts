import type { EventDocument } from '#engine/documents/event.ts';
import type { Caller } from '../../http/authentication/caller.ts';

/**
 * The events of a thread that the caller may see: another run of the thread, or a tool that its run calls, may be of a connection
 * that the session token does not allow.
 */
export async function* ofConnection(
  events: AsyncIterable<EventDocument | undefined>,
  { connection_claim: only }: Pick<Caller, 'connection_claim'>,
): AsyncGenerator<EventDocument | undefined> {
  for await (const event of events) {
    const { context, connections = [] } = event ?? {};
    const all = context?.connection_id === undefined ? connections : [context.connection_id, ...connections];
    if (only === undefined || all.every((id) => id === only)) yield event;
  }
}
