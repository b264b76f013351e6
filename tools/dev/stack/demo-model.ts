import type { ModelClass } from '#contract/model-class.ts';

/** A provider's model, for the second demo agent. */
export type DemoModel = {
  modelClass: ModelClass;
  /** Variables that the API and the worker need for the class, in addition to the user's own. */
  env: NodeJS.ProcessEnv;
};

const classes = { MODEL_STANDARD: 'standard', MODEL_FAST: 'fast', MODEL_DEEP: 'deep' } as const;

/** The class that the user mapped to a model, or one for the provider whose key is set; undefined without either. */
export function demoModel(env: NodeJS.ProcessEnv): DemoModel | undefined {
  for (const variable of ['MODEL_STANDARD', 'MODEL_FAST', 'MODEL_DEEP'] as const) {
    if (env[variable]) return { modelClass: classes[variable], env: {} };
  }
  if (env['ANTHROPIC_API_KEY']) return standard('anthropic:claude-sonnet-5');
  // Another address has other models, so its user has to name one.
  if (env['OPENAI_API_KEY'] && !env['OPENAI_BASE_URL']) return standard('openai:gpt-5.1');
  return undefined;
}

function standard(model: string): DemoModel {
  return { modelClass: 'standard', env: { MODEL_STANDARD: model } };
}
