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
    const toArray = cursor.toArray.bind(cursor);
    cursor.toArray = async () => {
      const found = await toArray();
      await happen();
      isOver = true;
      return found;
    };
    return cursor;
  });
  return () => isOver;
}

/** The same where nothing was turned down so far, which is not looked up: after the next look at a connection. */
export function afterNextConnection(
  { connections }: Database,
  happen: () => Promise<unknown>,
): () => boolean {
  let isOver = false;
  const findOne = connections.findOne.bind(connections);
  const watched = vi.spyOn(connections, 'findOne').mockImplementation(async (...args: unknown[]) => {
    watched.mockRestore();
    const found = await (findOne as (...filter: unknown[]) => ReturnType<typeof findOne>)(...args);
    await happen();
    isOver = true;
    return found;
  });
  return () => isOver;
}
