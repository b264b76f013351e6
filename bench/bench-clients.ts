import { Client, Connection } from '@temporalio/client';
import type { Database } from '#store/mongo/database.ts';
import { openDatabase } from '#store/mongo/open-database.ts';
import type { BenchStack } from './bench-stack.ts';
import { HttpClient } from './http-client.ts';

/** How a benchmark reaches both sides. */
export interface BenchClients {
  http: HttpClient;
  temporal: Client;
  db: Database;
  workspaceId: string;
  pids: Record<string, number>;
  close(): Promise<void>;
}

export async function connectBenchClients(stack: BenchStack): Promise<BenchClients> {
  const connection = await Connection.connect({ address: stack.temporalAddress });
  const db = await openDatabase(stack.mongodb);
  const http = new HttpClient(stack.baseUrl, {
    authorization: `Bearer ${stack.apiKey}`,
    'service-subject': 'bench',
  });
  return {
    http,
    temporal: new Client({ connection }),
    db,
    workspaceId: stack.workspaceId,
    pids: stack.pids,
    close: async () => {
      http.close();
      await connection.close();
      await db.close();
    },
  };
}
