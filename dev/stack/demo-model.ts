import type { ModelClass } from '#contract/model-class.ts';

/** The model of a provider, for the second demo agent. */
export type DemoModel = {
  modelClass: ModelClass;
  /** What the API and the worker need besides the user's own variables to have the class. */
  env: NodeJS.ProcessEnv;
};

const classes = { MODEL_STANDARD: 'standard', MODEL_FAST: 'fast', MODEL_DEEP: 'deep' } as const;

/** The class that the user mapped to a model, or one for the provider whose key is there; undefined without either. */
export function demoModel(env: NodeJS.ProcessEnv): DemoModel | undefined {
  for (const variable of ['MODEL_STANDARD', 'MODEL_FAST', 'MODEL_DEEP'] as const) {
    if (env[variable]) return { modelClass: classes[variable], env: {} };
  }
  if (env['ANTHROPIC_API_KEY']) return standard('anthropic:claude-sonnet-5');
  // Behind another address there are other models: its user has to name one.
  if (env['OPENAI_API_KEY'] && !env['OPENAI_BASE_URL']) return standard('openai:gpt-5.1');
  return undefined;
}

function standard(model: string): DemoModel {
  return { modelClass: 'standard', env: { MODEL_STANDARD: model } };
}
