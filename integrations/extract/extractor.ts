import { type Microcredits, priceOfEntry, priceTurn, type TokenPrice } from '#contract/credits.ts';
import type { ModelClass } from '#contract/model-class.ts';
import type { ReplyFinish } from '#contract/run-state.ts';
import type { Models } from '#adapters/model/models.ts';
import { type Model, ModelError, type ModelReply } from '#engine/ports/model.ts';
import { estimateRequestTokens } from '#adapters/model/token-estimate.ts';
import { ServiceError } from '#contract/errors.ts';
import type { JsonObject } from '#contract/json.ts';
import type { SchemaFault } from '#contract/json-schema/current-dialect.ts';
import type { SchemaPool } from '#patches/schemas/schema-pool.ts';
import type { Fault } from '#patches/validation.ts';
import { askModel } from './ask-model.ts';
import { firstMessages, instructionsFor, repairMessages, type Source } from './prompt.ts';
import { readAnswer } from '#engine/rules/model-answer/read-answer.ts';
import { scriptedExtraction } from './scripted-extraction.ts';

/** An extraction to make. */
export interface ExtractionToMake extends Source {
  workspaceId: string;
  modelClass: ModelClass;
}

/** The usage of an extraction: its tokens and their price. */
export interface Spent {
  input_tokens: number;
  output_tokens: number;
  cost: Microcredits;
}

/** The end of an extraction: a valid result, or the faults of the model's last answer. */
export type Extracted = Spent & ({ result: unknown } | { faults: Fault[] });

export interface ExtractorOptions {
  models: Models;
  schemas: SchemaPool;
  prices: Record<ModelClass, TokenPrice>;
  /** How long an extraction may take, in milliseconds. Default: 120,000, as `extract@1` declares. */
  longestMs?: number;
}

/** An answer of a model: a result, or what is wrong with it. */
type Judged = { result: unknown } | { faults: Fault[] };

/** An answer that nobody has validated. Another one would have to wait as well. */
const late = { faults: [{ path: '', message: 'could not be validated in time' }] };

/** A reply that broke off has no result, not even a part. */
const unfinished: Record<Exclude<ReplyFinish, 'finished'>, string> = {
  cut: 'was cut off, because the model reached the most that it may say at once',
  filtered: "was stopped by a filter of the model's provider",
  refused: 'was declined by the model',
};

/** Tried in this order if a request names no class. */
const preferred = ['standard', 'fast', 'deep', 'scripted'] as const satisfies ModelClass[];
/** The expected output tokens of an extraction, for its estimate. */
const estimatedOutputTokens = 1000;

/** Extracts data from texts with models (docs/extract.md). It stores nothing and charges nothing. */
export class Extractor {
  readonly #options: ExtractorOptions;
  /** How long an extraction may take, in milliseconds. */
  readonly longestMs: number;

  constructor(options: ExtractorOptions) {
    this.#options = options;
    this.longestMs = options.longestMs ?? 120_000;
  }

  /** The model class of an extraction: the given one, or a default. Undefined if the deployment does not map it. */
  classOf(given: ModelClass | undefined): ModelClass | undefined {
    const { models } = this.#options;
    return (given === undefined ? preferred : [given]).find((modelClass) => models.has(modelClass));
  }

  /**
   * Why a schema cannot be used; undefined if it can.
   * @throws {ServiceError} `temporarily_unavailable` if too many schemas are being checked
   */
  async faultOfSchema(workspaceId: string, schema: JsonObject): Promise<SchemaFault | undefined> {
    return await this.#options.schemas.checkResultSchema(workspaceId, schema);
  }

  /** The expected price of an extraction. */
  estimate(wanted: ExtractionToMake): Microcredits {
    const request = { instructions: instructionsFor(wanted), history: [], run: firstMessages(wanted) };
    const price = this.#options.prices[wanted.modelClass];
    return priceTurn(price, estimateRequestTokens(request), estimatedOutputTokens);
  }

  /**
   * Asks the model, and once more if its answer is not valid. Check the schema first. A timeout after the model's first
   * answer ends the extraction without a result, because the caller can cause it and has used the tokens.
   * @param signal aborts until the model has answered for the first time. From then on the tokens have a price, and the
   * extraction is completed
   * @throws {ModelError} if the provider keeps failing, or does not answer in time at all
   * @throws the signal's reason
   */
  async extract(wanted: ExtractionToMake, signal: AbortSignal): Promise<Extracted> {
    const { models } = this.#options;
    const { modelClass } = wanted;
    const model: Model = modelClass === 'scripted' ? scriptedExtraction : models.get(modelClass);
    const deadline = AbortSignal.timeout(this.longestMs);
    const instructions = instructionsFor(wanted);

    const first = await askModel(model, { instructions, run: firstMessages(wanted) }, { deadline, signal });
    const judged = await this.#judge(wanted, first);
    if ('result' in judged || judged === late) return { ...this.#spent(modelClass, [first]), ...judged };

    const run = repairMessages(wanted, first.text, judged.faults);
    const second = await askModel(model, { instructions, run }, { deadline }).catch(unlessLate);
    if (second === undefined) return { ...this.#spent(modelClass, [first]), faults: judged.faults };
    return { ...this.#spent(modelClass, [first, second]), ...(await this.#judge(wanted, second)) };
  }

  async #judge(
    { workspaceId, schema }: ExtractionToMake,
    { text, finish = 'finished' }: ModelReply,
  ): Promise<Judged> {
    if (finish !== 'finished') return { faults: [{ path: '', message: unfinished[finish] }] };
    const answer = readAnswer(text);
    if ('fault' in answer) return { faults: [{ path: '', message: answer.fault }] };
    const valid = await this.#options.schemas
      .validateResult(workspaceId, schema, answer.value)
      .catch(unlessBusy);
    if (valid === undefined) return late;
    return valid.ok ? { result: answer.value } : { faults: valid.errors };
  }

  #spent(modelClass: ModelClass, turns: ModelReply[]): Spent {
    const price = this.#options.prices[modelClass];
    const sum = (of: (turn: ModelReply) => number) => turns.reduce((total, turn) => total + of(turn), 0);
    return {
      input_tokens: sum((turn) => turn.input_tokens),
      output_tokens: sum((turn) => turn.output_tokens),
      cost: sum((turn) =>
        priceTurn(
          priceOfEntry(price, turn.entry),
          turn.input_tokens,
          turn.output_tokens,
          turn.cached_input_tokens,
        ),
      ),
    };
  }
}

/** Undefined if the time was over. @throws any other error */
function unlessLate(error: unknown): undefined {
  if (!(error instanceof ModelError) || error.code !== 'timeout') throw error;
}

/** Undefined if too many results wait: those of a workspace wait for each other. @throws any other error */
function unlessBusy(error: unknown): undefined {
  if (!(error instanceof ServiceError) || error.code !== 'temporarily_unavailable') throw error;
}
