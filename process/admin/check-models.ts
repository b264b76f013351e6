import { defined } from '#contract/defined.ts';
import { runErrorMessages } from '#contract/words/run-error-messages.ts';
import { listModels } from '#adapters/model/models.ts';
import { parseModelEnvironment } from '#process/config/environment.ts';
import { modelsConfig } from '#process/config/settings.ts';
import { type Model, ModelError } from '#engine/ports/model.ts';
import { runErrorOf } from '#engine/rules/model-failures.ts';

const timeoutMs = 60_000;

/**
 * Asks each model of each class once, and says for each whether it works.
 * @throws {Error} if the environment cannot be used, or maps no class to a model
 */
export async function checkModels(env: NodeJS.ProcessEnv) {
  const models = listModels(modelsConfig(parseModelEnvironment(env)));
  if (models.length === 0) {
    throw new Error('No model class is mapped to a model: set MODEL_FAST, MODEL_STANDARD or MODEL_DEEP.');
  }
  return await Promise.all(
    models.map(async ({ modelClass, name, host, model }) => ({
      model_class: modelClass,
      model: name,
      ...defined({ host }),
      ...(await check(model)),
    })),
  );
}

const unreachable =
  "The model's provider could not be reached, or its answer could not be used. Check its address, such as `OPENAI_BASE_URL`, and whether this machine reaches it.";

/** Whether a model answers, or what is wrong and who can do what. */
async function check(model: Model) {
  const startedAt = performance.now();
  try {
    await model.respond({
      instructions: 'Answer with one word.',
      history: [],
      run: [{ role: 'user', content: 'Are you there?' }],
      tools: [],
      attempt: 1,
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { works: true, duration_ms: Math.round(performance.now() - startedAt) };
  } catch (error) {
    const { code, status, words, cause } = toModelError(error);
    const failed = runErrorOf(code);
    // The words for a failed run say to send the message again, and to look into its trace.
    const advice = failed === 'model_error' ? unreachable : runErrorMessages[failed];
    const reason = cause instanceof Error ? cause.message : undefined;
    return { works: false, code, ...defined({ status, provider_words: words, reason }), advice };
  }
}

function toModelError(error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return new ModelError({ code: 'timeout', retryable: true });
  }
  throw error;
}
