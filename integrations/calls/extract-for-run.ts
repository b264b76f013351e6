import { z } from 'zod';
import { type Microcredits, noCreditsLeft, toMicrocredits } from '#contract/credits.ts';
import { ServiceError } from '#contract/errors.ts';
import { faultInWords } from '#contract/faults-in-words.ts';
import { extractFields } from '#contract/extract.ts';
import { isJsonObject, type JsonObject } from '#contract/json.ts';
import { toJsonText } from '#contract/json-text.ts';
import { ModelError } from '#engine/ports/model.ts';
import type { Extracted, ExtractionToMake } from '#integrations/extract/extractor.ts';
import { failureOf } from '#integrations/extract/failure.ts';
import { runErrorOf } from '#engine/rules/model-failures.ts';
import { type CallResolution, failure } from '#engine/rules/resolve-call.ts';
import { isBudgetSpent, spenderOf } from '#store/money/budgets.ts';
import { heldByPausedRuns } from '#store/money/read-funds.ts';
import { releaseReservation, reserve } from '#store/money/reserve.ts';
import type { RunAgent } from '#engine/ports/agents.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import { newId } from '#store/mongo/ids.ts';
import type { BuiltInResult } from '#engine/ports/calls.ts';
import type { BuiltInCall } from './built-in-call.ts';
import type { CallParts } from './call-parts.ts';
import { invalidArguments, refused } from './invalid-arguments.ts';

const ExtractArgs = z.strictObject(extractFields);

const modelFailed = 'The model that was asked to extract the data failed.';

/** The extraction that a call asks for, or the result of a call that asks for none. */
export function readExtraction(
  args: JsonObject,
): { request: z.infer<typeof ExtractArgs> } | { impossible: CallResolution } {
  const request = ExtractArgs.safeParse(args, { error: faultInWords });
  if (!request.success) return { impossible: invalidArguments(request.error) };
  return request.data.schema['type'] === 'object'
    ? { request: request.data }
    : { impossible: refused('schema', 'must have type object') };
}

/**
 * The extraction of `POST /v1/extract`, for an agent and with the agent's model class. The result of a call is an
 * object, so the schema must be that of one.
 * @throws the signal's reason
 */
export async function extractForRun(
  parts: CallParts,
  { run, args, signal }: BuiltInCall,
): Promise<BuiltInResult> {
  const read = readExtraction(args);
  if ('impossible' in read) return { resolution: read.impossible };
  const { schema } = read.request;
  const agent = await parts.agents.get(run.agent.id);
  const wanted: ExtractionToMake = {
    workspaceId: run.workspace_id,
    modelClass: agent.model_class,
    ...read.request,
  };
  try {
    const fault = await parts.extractor.faultOfSchema(run.workspace_id, schema);
    if (fault !== undefined) return { resolution: refused('schema', fault.message) };
    return await chargedExtraction(parts, { run, agent, wanted, signal });
  } catch (error) {
    return { resolution: toFailure(error) };
  }
}

interface ExtractionOfRun {
  run: RunDocument;
  agent: RunAgent;
  wanted: ExtractionToMake;
  signal: AbortSignal;
}

/** Reserves the estimated price first, so that the calls of a turn cannot all spend the same credits. */
async function chargedExtraction(
  parts: CallParts,
  { run, agent, wanted, signal }: ExtractionOfRun,
): Promise<BuiltInResult> {
  const { db, extractor } = parts;
  const { max_credits } = agent.limits;
  if (max_credits !== undefined && run.cost >= toMicrocredits(max_credits)) {
    return { resolution: failure('credit_limit', 'The run has reached its limit of credits.') };
  }
  if (await isBudgetSpent(db, spenderOf(run))) {
    return { resolution: failure('credit_limit', noCreditsLeft) };
  }
  const reservation = newId();
  const reserveIf = async (spendable: Microcredits) =>
    await reserve(db, run.workspace_id, {
      id: reservation,
      amount: extractor.estimate(wanted),
      above: -spendable,
      workMs: extractor.longestMs,
    });
  // As for a turn of the run: what it holds itself, and what paused runs hold, can be spent.
  const { hold = 0 } = run;
  const isReserved =
    (await reserveIf(hold)) || (await reserveIf(hold + (await heldByPausedRuns(db, run.workspace_id))));
  if (!isReserved) {
    return { resolution: failure('insufficient_credits', noCreditsLeft) };
  }
  let extracted: Extracted;
  try {
    extracted = await extractor.extract(wanted, signal);
  } catch (error) {
    await releaseReservation(db, run.workspace_id, reservation);
    throw error;
  }
  const { input_tokens, output_tokens, cost } = extracted;
  return {
    resolution: resolutionOf(extracted),
    charge: { amount: cost, reason: 'extract', reservation },
    use: { product: 'extract', model_class: wanted.modelClass, input_tokens, output_tokens },
  };
}

function resolutionOf(extracted: Extracted): CallResolution {
  if ('faults' in extracted) {
    const { code, message } = failureOf(extracted.faults);
    return failure(code, message);
  }
  const { result } = extracted;
  if (!isJsonObject(result)) throw new Error('a schema of an object let another value through');
  return { status: 'ok', result: toJsonText(result) };
}

/**
 * The error of a failed extraction for the model of the run, with the code with which a run would fail. It costs
 * nothing.
 * @throws any other error
 */
function toFailure(error: unknown): CallResolution {
  if (error instanceof ModelError) return failure(runErrorOf(error.code), modelFailed);
  if (error instanceof ServiceError) return failure(error.code, error.message);
  throw error;
}
