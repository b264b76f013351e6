/**
 * Waits for the two halves of a process, of which neither ends before the process receives a stop signal. If one fails
 * before, this rejects at once, and the process ends. If one fails while the process stops, the other one still ends in
 * its own time.
 * @throws the error of the first one to fail
 */
export async function untilBothEnd(
  stopping: AbortSignal,
  halves: readonly [Promise<void>, Promise<void>],
): Promise<void> {
  const failures: unknown[] = [];
  await Promise.all(
    halves.map(async (half) => {
      try {
        await half;
      } catch (error) {
        if (!stopping.aborted) throw error;
        failures.push(error);
      }
    }),
  );
  if (failures.length > 0) throw failures[0];
}
