import { type ClientBulkWriteResult, MongoClientBulkWriteError, MongoServerError } from 'mongodb';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import { EffectClaimedError, type MarkedCall, type SendingMark } from '#engine/ports/run-store.ts';
import { nextMark } from '#engine/rules/as-read.ts';
import { withLostTry } from '#engine/rules/call-tries.ts';
import { claimOf } from '#engine/rules/repeats.ts';
import { asRead } from '../mongo/as-read.ts';
import type { Database } from '../mongo/database.ts';
import { duplicateKey } from '../mongo/duplicate-key.ts';
import { singleWrite } from '../mongo/time-limit.ts';

/** A call that is about to be sent, as it was read. */
interface CallToMark {
  call: ToolCallDocument;
  mark: SendingMark;
}

/**
 * Marks that calls are about to be sent, each before its first byte and by a write of its own, all in one round trip. The same mark can
 * be written again while its attempt is in flight, with a later deadline.
 * @returns for each the call with its mark; null if it is resolved, or another attempt was marked since it was read; an error if
 *   the server refused its write, {@link EffectClaimedError} if another call has made its effect, is making it, or may have made it
 */
export async function markTogether(
  db: Database,
  calls: readonly CallToMark[],
): Promise<(MarkedCall | null | Error)[]> {
  const changes = calls.map(changeOf);
  const writes = calls.map(({ call, mark }, index) => ({
    namespace: db.tool_calls.namespace,
    name: 'updateOne' as const,
    filter: { _id: call._id, status: 'pending' as const, $or: [asRead(call), renewed(mark)] },
    update: { $set: changes[index] ?? {} },
  }));
  const { result, errors } = await writeEach(async () =>
    db.client.bulkWrite<Record<string, ToolCallDocument>>(writes, {
      ordered: false,
      verboseResults: true,
      ...singleWrite,
    }),
  );
  return calls.map(({ call }, index) => {
    const error = errors.get(index);
    const change = changes[index];
    if (error !== undefined) return error;
    const isMarked = result?.updateResults?.get(index)?.matchedCount === 1;
    return isMarked && change !== undefined ? { ...call, ...change } : null;
  });
}

function changeOf({ call, mark }: CallToMark) {
  const tries = withLostTry(call);
  return {
    sending: nextMark(call, mark),
    ...(call.effect === undefined ? {} : { effect_claim: claimOf(call.effect) }),
    ...(tries.length === 0 ? {} : { tries }),
  };
}

/** As `isRenewed` in the engine's rules: a mark that comes late changes nothing. */
function renewed({ by, until }: SendingMark) {
  return { 'sending.by': by, 'sending.in_flight': true, 'sending.until': { $lte: until } };
}

/**
 * @returns what the writes have changed, and the errors of those that were refused
 * @throws unless all that was changed is confirmed
 */
async function writeEach(
  write: () => Promise<ClientBulkWriteResult>,
): Promise<{ result: ClientBulkWriteResult | undefined; errors: Map<number, Error> }> {
  try {
    return { result: await write(), errors: new Map() };
  } catch (error) {
    const isOfWrites =
      error instanceof MongoClientBulkWriteError &&
      error.writeErrors.size > 0 &&
      error.writeConcernErrors.length === 0 &&
      error.cause === undefined;
    if (!isOfWrites) throw error;
    const errors = new Map(
      [...error.writeErrors].map(([index, { code, message }]) => [index, errorOf(code, message)] as const),
    );
    return { result: error.partialResult, errors };
  }
}

function errorOf(code: number, message: string): Error {
  return code === duplicateKey
    ? new EffectClaimedError('another call has claimed the effect')
    : new MongoServerError({ code, message });
}
