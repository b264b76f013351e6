import { SignJWT } from 'jose';
import {
  type DecidedItem,
  type Decision,
  Heddle,
  type PendingConfirmation,
  type ToolCall,
} from '#heddle-client/index.ts';

/** The address of the service, and the signing key of the workspace (HS256) with which session tokens are signed. */
export interface Access {
  url: string;
  keyId: string;
  secret: string;
}

/** The calls that one turn of a run holds together. */
export interface Place {
  run_id: string;
  turn: number;
  /** The subject of the run. */
  subject: string;
}

/** The calls of a place as the service has them now. */
export interface Standing {
  /** On which nobody has decided, in the model's order. */
  waiting: PendingConfirmation[];
  /** The calls on which people have decided, by the digest of what was decided on. */
  decided: Map<string, ToolCall>;
  /** The calls that corrections have made, by the id of the corrected call. */
  corrected: Map<string, ToolCall>;
}

/**
 * A client that acts for a run's subject, because a token sees one subject only. Each of its requests has a new token, which lives
 * for a minute.
 * @param actor the person who decides. Default: nobody, for reading
 */
function clientOf({ url, keyId, secret }: Access, subject: string, actor?: string): Heddle {
  const sign = async () =>
    await new SignJWT(actor === undefined ? {} : { actor })
      .setProtectedHeader({ alg: 'HS256', kid: keyId })
      .setSubject(subject)
      .setAudience('loom')
      .setIssuedAt()
      .setExpirationTime('60s')
      .sign(new TextEncoder().encode(secret));
  return new Heddle({ baseUrl: url, apiKey: sign, timeoutMs: 15_000 });
}

/** Reads how far the calls of a place have come. */
export async function standingOf(access: Access, { run_id, turn, subject }: Place): Promise<Standing> {
  const heddle = clientOf(access, subject);
  const [{ pending_confirmations: all = [] }, { turns }] = await Promise.all([
    heddle.runs.get(run_id),
    heddle.runs.trace(run_id),
  ]);
  const made = turns.find(({ seq }) => seq === turn)?.tool_calls ?? [];
  const corrections = made.flatMap((call) =>
    call.revised_from === undefined ? [] : [[call.revised_from, call] as const],
  );
  return {
    corrected: new Map(corrections),
    waiting: all.filter(({ set }) => set?.turn === turn),
    decided: new Map(
      made.flatMap((call) =>
        call.decision === undefined
          ? []
          : (call.decisions ?? []).flatMap(({ digest }) =>
              digest === undefined ? [] : [[digest, call] as const],
            ),
      ),
    ),
  };
}

/** The people whose decisions on a call count, and its result, in words. */
export function inWords({ decision, decisions = [], status, error }: ToolCall): string {
  const counting = decisions.filter(
    (each) => each.withdrawn_at === undefined && each.lapsed_at === undefined,
  );
  const by = counting.filter((each) => each.decision === decision?.decision).map(({ actor }) => actor);
  const verb = decision?.decision === 'approve' ? 'approved' : 'rejected';
  const result =
    decision?.decision === 'approve'
      ? (error?.code ?? (status === 'pending' ? 'being sent' : status))
      : 'declined';
  return `${verb} by ${by.join(', ')}: ${result}`;
}

/** An item of a decision: the `digest` binds it to what was shown. */
export type ShownItem = Pick<PendingConfirmation, 'run_id' | 'tool_call_id' | 'digest'>;

/**
 * Sends a person's decision on one call or many.
 * @param key the same for each repetition of a request, which is then carried out once
 * @returns the result of each item
 * @throws {ApiError} if the service refuses the whole request
 */
export async function decide(
  access: Access,
  subject: string,
  {
    actor,
    decision,
    items,
    key,
  }: { actor: string; decision: Decision; items: readonly ShownItem[]; key: string },
): Promise<DecidedItem[]> {
  const bound = items.map(({ run_id, tool_call_id, digest }) => ({
    run_id,
    tool_call_id,
    ...(digest === undefined ? {} : { digest }),
  }));
  const heddle = clientOf(access, subject, actor);
  return (await heddle.runs.decide({ decision, items: bound }, { idempotencyKey: key })).results;
}
