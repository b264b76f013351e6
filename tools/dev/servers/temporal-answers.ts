import { Connection, type ConnectionOptions } from '@temporalio/client';

/** How to reach a Temporal server, and which namespace must exist. */
export type TemporalTarget = ConnectionOptions & { address: string; namespace: string };

/** Whether Temporal responds and has the namespace. */
export async function temporalAnswers({ namespace, ...connection }: TemporalTarget): Promise<boolean> {
  try {
    await withConnection(connection, (open) => open.workflowService.describeNamespace({ namespace }));
    return true;
  } catch {
    return false;
  }
}

/** Opens a connection for one piece of work. */
export async function withConnection<Result>(
  options: ConnectionOptions,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const connection = await Connection.connect({ connectTimeout: 5_000, ...options });
  try {
    return await connection.withDeadline(Date.now() + 5_000, () => work(connection));
  } finally {
    await connection.close();
  }
}
