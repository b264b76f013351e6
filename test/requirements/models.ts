import type { Requirement } from './requirement.ts';

/** Model classes, providers and the scripted model. */
export const models = [
  {
    id: 'model.class.mapped',
    behaviour: 'fast, standard and deep go to the provider and model that the deployment maps them to.',
  },
  {
    id: 'model.provider.anthropic',
    behaviour: 'An Anthropic model streams its reply and reports its tokens.',
  },
  {
    id: 'model.provider.openai',
    behaviour: 'An OpenAI model streams its reply and reports its tokens.',
  },
  {
    id: 'model.provider.openai-compatible',
    behaviour: 'A model of any OpenAI-compatible base URL streams its reply and reports its tokens.',
  },
  {
    id: 'model.provider.retried',
    behaviour:
      'A 429 or 5xx of the provider, a time-out and a broken stream are retried before the run fails, Retry-After honoured, for a turn that follows a call as for the first.',
  },
  {
    id: 'model.provider.tries-apart-from-outages',
    behaviour:
      'Tries of a provider are counted apart from outages of our own parts: after one a turn has all of them left.',
  },
  {
    id: 'model.reply-kept',
    behaviour:
      'A turn that a provider has given is stored, however long MongoDB is away, and the provider is not asked again.',
  },
  {
    id: 'model.shown.bounds',
    behaviour:
      'A model is shown the newest 100 messages of the thread, of at most 200,000 characters, and the newest results of its run, of at most 1,200,000 characters.',
  },
  {
    id: 'model.provider.refusal-not-retried',
    behaviour: 'A refusal that no retry would change fails the run with model_error at once.',
  },
  {
    id: 'model.scripted.always-there',
    behaviour: 'scripted needs no provider and can always be published with.',
  },
  {
    id: 'model.scripted.deterministic',
    behaviour: 'The same script gives the same turns.',
  },
  {
    id: 'model.scripted.plain-text',
    behaviour:
      'A first line that is no command makes the whole message plain text; the reply is You said: <text>.',
  },
  {
    id: 'model.scripted.steps',
    behaviour:
      "The run's first user message is read as steps separated by a line ---, one step a model turn.",
  },
  {
    id: 'model.scripted.call',
    behaviour:
      '/call <patch_key> <JSON args>, any number a step, makes the tool calls of that turn; the next step follows their results.',
  },
  {
    id: 'model.scripted.say',
    behaviour: '/say <text> streams the reply as deltas, word by word.',
  },
  {
    id: 'model.scripted.last-result',
    behaviour: '{{last}} in /say becomes the result of the last call as compact JSON.',
  },
  {
    id: 'model.scripted.done',
    behaviour: 'A script that ends without /say replies Done. and one line of compact JSON per call result.',
  },
  {
    id: 'model.scripted.sleep',
    behaviour: '/sleep <ms> delays the turn by that long.',
  },
  {
    id: 'model.scripted.fail',
    behaviour: '/fail <n> makes the provider fail n times on this turn and then work.',
  },
  {
    id: 'model.scripted.bad',
    behaviour: '/bad makes a tool call that does not parse.',
  },
  {
    id: 'model.scripted.tokens',
    behaviour: 'scripted counts tokens as ceil(characters / 4).',
  },
] as const satisfies readonly Requirement[];
