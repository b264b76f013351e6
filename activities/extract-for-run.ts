import { z } from 'zod';
import { toMicrocredits } from '#contract/credits.ts';
import { ServiceError } from '#contract/errors.ts';
import { extractFields } from '#contract/extract.ts';
import { isJsonObject } from '#contract/json.ts';
import { toJsonText } from '#contract/json-text.ts';
import { ModelError } from '#adapters/model/port.ts';
import type { Extracted, ExtractionToMake } from '#extract/extractor.ts';
import { failureOf } from '#extract/failure.ts';
import { type CallResolution, failure } from '#lifecycle/resolve-call.ts';
import { heldByPausedRuns } from '#store/money/read-funds.ts';
import { releaseReservation, reserve } from '#store/money/reserve.ts';
import type { AgentDocument } from '#store/documents/agent.ts';
import type { RunDocument } from '#store/documents/run.ts';
import { newId } from '#store/mongo/ids.ts';
import type { BuiltInCall, BuiltInResult } from './built-in-call.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { misfit, refused } from './misfit.ts';

const ExtractArgs = z.strictObject(extractFields);

/**
 * The extraction of `POST /v1/extract`, for an agent and with the agent's model class. The result of a call is an
 * object, so the schema must be that of one.
 * @throws the signal's reason
 */
export async function extractForRun(
  deps: ActivityDependencies,
  { run, args, signal }: BuiltInCall,
): Promise<BuiltInResult> {
  const request = ExtractArgs.safeParse(args);
  if (!request.success) return { resolution: misfit(request.error) };
  const { schema } = request.data;
  if (schema['type'] !== 'object') return { resolution: refused('schema', 'must have type object') };
  const agent = await deps.agents.get(run.agent.id);
  const wanted: ExtractionToMake = {
    workspaceId: run.workspace_id,
    modelClass: agent.model_class,
    ...request.data,
  };
  try {
    const fault = await deps.extractor.faultOfSchema(run.workspace_id, schema);
    if (fault !== undefined) return { resolution: refused('schema', fault) };
    return await chargedExtraction(deps, { run, agent, wanted, signal });
  } catch (error) {
    return { resolution: toFailure(error) };
  }
}

interface ExtractionOfRun {
  run: RunDocument;
  agent: AgentDocument;
  wanted: ExtractionToMake;
  signal: AbortSignal;
}

/** Reserves the estimated price first, so that the calls of a turn cannot all spend the same credits. */
async function chargedExtraction(
  deps: ActivityDependencies,
  { run, agent, wanted, signal }: ExtractionOfRun,
): Promise<BuiltInResult> {
  const { db, extractor } = deps;
  const { max_credits } = agent.limits;
  if (max_credits !== undefined && run.cost >= toMicrocredits(max_credits)) {
    return { resolution: failure('credit_limit', 'The run has reached its limit of credits.') };
  }
  const reservation = newId();
  const isReserved = await reserve(db, run.workspace_id, {
    id: reservation,
    amount: extractor.estimate(wanted),
    // As for a turn of the run: what it holds itself, and what paused runs hold, can be spent.
    above: -((run.hold ?? 0) + (await heldByPausedRuns(db, run.workspace_id))),
    workMs: extractor.longestMs,
  });
  if (!isReserved) {
    return { resolution: failure('insufficient_credits', 'The workspace has no credits left.') };
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
 * What the model of the run is told of an extraction that did not end. It costs nothing.
 * @throws any other error
 */
function toFailure(error: unknown): CallResolution {
  if (error instanceof ModelError) return failure('model_error', 'The provider of the model failed.');
  if (error instanceof ServiceError) return failure(error.code, error.message);
  throw error;
}
