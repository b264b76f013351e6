import { vi } from 'vitest';
import type { Database } from '#store/mongo/database.ts';

/**
 * Has something happen after the next look at what was turned down on a thread, and before whatever follows from it.
 * @returns whether it has happened
 */
export function afterNextLook({ tool_calls }: Database, happen: () => Promise<unknown>): () => boolean {
  let isOver = false;
  const aggregate: typeof tool_calls.aggregate = tool_calls.aggregate.bind(tool_calls);
  const watched = vi.spyOn(tool_calls, 'aggregate').mockImplementation((pipeline = [], ...options) => {
    const cursor = aggregate(pipeline, ...options);
    if (!JSON.stringify(pipeline[0]).includes('turned_down.asked')) return cursor;
    watched.mockRestore();
    return whenRead(cursor, async () => {
      await happen();
      isOver = true;
    });
  });
  return () => isOver;
}

/** The same where nothing was turned down so far, which is not looked up: after the next look at a connection. */
export function afterNextConnection(
  { connections }: Database,
  happen: () => Promise<unknown>,
): () => boolean {
  let isOver = false;
  const find: typeof connections.find = connections.find.bind(connections);
  const watched = vi.spyOn(connections, 'find').mockImplementation((...args: Parameters<typeof find>) => {
    watched.mockRestore();
    return whenRead(find(...args), async () => {
      await happen();
      isOver = true;
    });
  });
  return () => isOver;
}

/** A cursor of which the documents are returned only after they were read and something else has happened. */
function whenRead<Cursor extends { toArray: () => Promise<unknown[]> }>(
  cursor: Cursor,
  happen: () => Promise<void>,
): Cursor {
  const toArray = cursor.toArray.bind(cursor);
  cursor.toArray = async () => {
    const found = await toArray();
    await happen();
    return found;
  };
  return cursor;
}
