import type { Logger } from '#config/logger.ts';

/**
 * Tells a run's workflow of what has just been stored. It is accepted whatever comes of this: the write says that
 * the workflow owes a reaction, and the sweep tells it again when Temporal answers.
 */
export async function tellWorkflow(log: Logger, runId: string, tell: () => Promise<unknown>): Promise<void> {
  try {
    await tell();
  } catch (error) {
    log.warn({ err: error, run_id: runId }, 'the workflow could not be told yet');
  }
}
