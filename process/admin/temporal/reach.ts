import { Connection } from '@temporalio/client';
import { connectionOptions, type TemporalSettings } from '#adapters/temporal/connect.ts';

const timeoutMs = 5000;

/**
 * A connection to Temporal.
 * @throws {Error} with the address and the cause if it does not answer
 */
export async function connectTemporal(settings: TemporalSettings): Promise<Connection> {
  try {
    return await Connection.connect({ ...connectionOptions(settings), connectTimeout: timeoutMs });
  } catch (error) {
    throw new Error(`Temporal at ${settings.address} cannot be reached: ${causeOf(error)}`, { cause: error });
  }
}

/** @throws {Error} with the address and the cause if Temporal does not answer */
export async function reachTemporal(settings: TemporalSettings): Promise<void> {
  await (await connectTemporal(settings)).close();
}

function causeOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
