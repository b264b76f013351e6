import type { BreakerStore, OpenBreaker } from '#engine/ports/breakers.ts';
import type { ModelBreakerDocument } from '../documents/model-breaker.ts';
import type { Database } from '../mongo/database.ts';
import { isDuplicateKey } from '../mongo/duplicate-key.ts';
import { isPast, serverTimeIn } from '../mongo/server-time.ts';

const left = (time: string) => ({ $dateDiff: { startDate: '$$NOW', endDate: time, unit: 'millisecond' } });

/** The breakers that are open, by model. */
export function breakerStore(db: Database): BreakerStore {
  return {
    read: async () => await readBreakers(db),
    open: async ({ model, code, openings, left_ms }) => {
      await db.model_breakers
        .updateOne(
          { _id: model },
          [
            {
              $set: { code: { $literal: code }, openings, opened_at: '$$NOW', until: serverTimeIn(left_ms) },
            },
            { $unset: 'probed_until' },
          ],
          { upsert: true },
        )
        // Another process has opened it at the same time.
        .catch(unlessDuplicate);
    },
    claimProbe: async (model, leaseMs) => {
      const claimed = await db.model_breakers.updateOne(
        {
          _id: model,
          $expr: {
            $and: [isPast('$until'), isPast({ $ifNull: ['$probed_until', '$until'] })],
          },
        },
        [{ $set: { probed_until: serverTimeIn(leaseMs) } }],
      );
      return claimed.modifiedCount === 1;
    },
    releaseProbe: async (model) => {
      await db.model_breakers.updateOne({ _id: model }, { $unset: { probed_until: '' } });
    },
    close: async (model) => {
      await db.model_breakers.deleteOne({ _id: model });
    },
  };
}

/** The open breakers, for who shows them. */
export async function readBreakers(db: Database): Promise<OpenBreaker[]> {
  const found = await db.model_breakers
    .aggregate<ModelBreakerDocument & { left_ms: number; probe_left_ms: number | null }>([
      { $set: { left_ms: left('$until'), probe_left_ms: left('$probed_until') } },
    ])
    .toArray();
  return found.map(({ _id: model, code, openings, left_ms, probe_left_ms }) => ({
    model,
    code,
    openings,
    left_ms,
    ...(probe_left_ms === null ? {} : { probe_left_ms }),
  }));
}

function unlessDuplicate(error: unknown): void {
  if (!isDuplicateKey(error)) throw error;
}
