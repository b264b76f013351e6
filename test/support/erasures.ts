import type { Erasure } from '#contract/erasure.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import type { Database } from '#store/mongo/database.ts';
import { personalData } from '#store/subjects/personal-data.ts';
import type { ApiAnswer, ApiClient } from './api-client.ts';

/** Asks for the erasure of a subject. */
export async function erase(client: ApiClient, subject: string): Promise<ApiAnswer<Erasure>> {
  return await client.send<Erasure>('DELETE', `/v1/subjects/${encodeURIComponent(subject)}`);
}

export async function erasureOf(client: ApiClient, id: string): Promise<Erasure> {
  return (await client.get<Erasure>(`/v1/erasures/${id}`)).data;
}

/** Waits until an erasure is completed. */
export async function erased(client: ApiClient, id: string): Promise<Erasure> {
  const isCompleted = async () => (await erasureOf(client, id)).status === 'completed';
  await waitUntil(isCompleted, { timeoutMs: 120_000, what: 'the subject is erased' });
  return await erasureOf(client, id);
}

/**
 * Every document of every collection as JSON, by collection and id, if it contains a text. Without the time at which a
 * delivery of an event last failed, which moves on while deliveries are tried.
 */
export async function documentsWith(db: Database, text: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const name of Object.keys(personalData) as (keyof typeof personalData)[]) {
    const documents = (await db[name].find({}).toArray()) as { _id: string }[];
    for (const document of documents) {
      const json = JSON.stringify({ ...document, undelivered_at: undefined });
      if (json.includes(text)) found.set(`${name} ${document._id}`, json);
    }
  }
  return found;
}
