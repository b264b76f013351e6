import type { ModelFailureCode } from '#contract/model-failure.ts';
import type { ModelErrorCode, ReplyFinish } from '#contract/run-state.ts';
import {
  anthropicError,
  anthropicErrorFrame,
  anthropicFrames,
} from '#tools/dev/stand-ins/model-servers/anthropic.ts';
import {
  type Answer,
  frame,
  hangUp,
  plainAnswer,
  stream,
} from '#tools/dev/stand-ins/model-servers/model-server.ts';
import { openaiChatFrames, openaiError } from '#tools/dev/stand-ins/model-servers/openai-chat.ts';
import {
  openaiErrorFrame,
  openaiFailedFrame,
  openaiResponsesFrames,
} from '#tools/dev/stand-ins/model-servers/openai-responses.ts';
import type { ScriptedReply } from '#tools/dev/stand-ins/model-servers/scripted-reply.ts';

/** The protocols that all of these cases are about. */
export type Wire = 'anthropic' | 'openai' | 'openai-compatible';

/** One answer of a provider, as its documentation or its servers show it. */
export interface Variant {
  by: Wire;
  /** The provider of the answer. */
  vendor: string;
  answer: Answer;
}

/** A possible result of asking a provider, and the user's view of it. docs/models.md has a row for each. */
export interface ProviderCase {
  /** As the documentation says it. */
  title: string;
  /** How the try failed; absent if there is a reply. */
  failure?: ModelFailureCode;
  /** How the run ends. */
  ends: { error: ModelErrorCode } | { reason: ReplyFinish };
  /** How often the provider is asked if it keeps answering so. */
  asked: number;
  /** The user's message, if there is one. */
  content?: string;
  variants: Variant[];
}

/** The first words of a reply. */
export const begun = 'Paying';
/** Something that a provider may quote. It must not show up anywhere. */
export const quoted = 'acme-42';
/** Makes five attempts quick. */
const soon = { 'retry-after-ms': '5' };

const refusedText = "I'm sorry, I can't help with that.";
/** It is readable, although it is half of the intended text. */
const half = { id: 'c1', name: 'update_plan', json: ['{"steps": []}'] };

function anthropic(status: number, type: string, message: string): Variant {
  return {
    by: 'anthropic',
    vendor: 'Anthropic',
    answer: plainAnswer(status, anthropicError(type, message), soon),
  };
}

function openai(
  status: number,
  code: string | null,
  message: string,
  type = 'invalid_request_error',
): Variant[] {
  const answer = plainAnswer(status, openaiError(type, message, code), soon);
  return [
    { by: 'openai', vendor: 'OpenAI', answer },
    { by: 'openai-compatible', vendor: 'OpenAI', answer },
  ];
}

function compatible(vendor: string, status: number, body: unknown): Variant {
  return { by: 'openai-compatible', vendor, answer: plainAnswer(status, body, soon) };
}

/** The same reply in each protocol, each with its own name for the end. */
function replies(reply: ScriptedReply, stops: Record<Wire, string | undefined>): Variant[] {
  const ended = (wire: Wire) => (stops[wire] === undefined ? reply : { ...reply, stop: stops[wire] });
  return [
    { by: 'anthropic', vendor: 'Anthropic', answer: stream(anthropicFrames(ended('anthropic'))) },
    { by: 'openai', vendor: 'OpenAI', answer: stream(openaiResponsesFrames(ended('openai'))) },
    {
      by: 'openai-compatible',
      vendor: 'OpenAI',
      answer: stream(openaiChatFrames(ended('openai-compatible'))),
    },
  ];
}

const atLength = { anthropic: 'max_tokens', openai: 'max_output_tokens', 'openai-compatible': 'length' };

export const providerCases: ProviderCase[] = [
  {
    title: 'The key is wrong, or may not be used',
    failure: 'unauthorized',
    ends: { error: 'model_unauthorized' },
    asked: 1,
    variants: [
      anthropic(401, 'authentication_error', 'invalid x-api-key'),
      anthropic(
        403,
        'permission_error',
        'Your API key does not have permission to use the specified resource.',
      ),
      ...openai(401, 'invalid_api_key', `Incorrect API key provided: sk-secret. ${quoted}`),
      ...openai(403, 'unsupported_country_region_territory', 'Country, region, or territory not supported'),
      compatible('xAI', 400, {
        code: 'Client specified an invalid argument',
        error: 'Incorrect API key provided: xx***yy.',
      }),
      compatible('Google', 400, [
        {
          error: {
            code: 400,
            message: 'API key not valid. Please pass a valid API key.',
            status: 'INVALID_ARGUMENT',
          },
        },
      ]),
      compatible('Mistral', 401, { message: 'Unauthorized', request_id: 'r1' }),
      compatible('a gateway', 401, 'Unauthorized'),
    ],
  },
  {
    title: 'There is no such model, or not for this key',
    failure: 'not_found',
    ends: { error: 'model_not_found' },
    asked: 1,
    variants: [
      anthropic(404, 'not_found_error', 'model: claude-nope'),
      ...openai(
        404,
        'model_not_found',
        'The model `gpt-nope` does not exist or you do not have access to it.',
      ),
      ...openai(400, 'model_not_found', 'The requested model does not exist.'),
      compatible('vLLM', 404, {
        object: 'error',
        message: 'The model `x` does not exist.',
        type: 'NotFoundError',
        code: 404,
      }),
      compatible('Ollama', 404, openaiError('api_error', "model 'x' not found")),
      compatible('OpenRouter', 400, { error: { message: 'x/y is not a valid model ID', code: 400 } }),
      compatible(
        'DeepSeek',
        400,
        openaiError('invalid_request_error', 'Model Not Exist', 'invalid_request_error'),
      ),
      compatible('Mistral', 400, {
        object: 'error',
        message: 'Invalid model: x',
        type: 'invalid_model',
        code: '1500',
      }),
      compatible('Azure', 404, {
        error: { code: 'DeploymentNotFound', message: 'The API deployment does not exist.' },
      }),
    ],
  },
  {
    title: 'The account has no funds, or has used up its quota',
    failure: 'quota',
    ends: { error: 'model_quota' },
    asked: 1,
    variants: [
      anthropic(400, 'invalid_request_error', 'Your credit balance is too low to access the Anthropic API.'),
      anthropic(402, 'billing_error', 'Payment is required.'),
      ...openai(
        429,
        'insufficient_quota',
        'You exceeded your current quota, please check your plan.',
        'insufficient_quota',
      ),
      ...openai(429, 'billing_not_active', 'Your account is not active, please check your billing details.'),
      compatible(
        'DeepSeek',
        402,
        openaiError('unknown_error', 'Insufficient Balance', 'invalid_request_error'),
      ),
      compatible('OpenRouter', 402, {
        error: { code: 402, message: 'Insufficient credits. Add more using …' },
      }),
      compatible('Moonshot', 429, openaiError('exceeded_current_quota_error', 'Your account is suspended.')),
    ],
  },
  {
    title: 'The conversation is too long for the model',
    failure: 'prompt_too_long',
    ends: { error: 'model_prompt_too_long' },
    asked: 1,
    variants: [
      anthropic(400, 'invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'),
      anthropic(413, 'request_too_large', 'Request exceeds the maximum allowed number of bytes.'),
      ...openai(400, 'context_length_exceeded', 'Your input exceeds the context window of this model.'),
      ...openai(
        429,
        'rate_limit_exceeded',
        'Request too large for gpt-5 on tokens per min (TPM): Limit 1, Requested 2.',
        'tokens',
      ),
      {
        by: 'openai',
        vendor: 'OpenAI',
        answer: stream([
          openaiFailedFrame('context_length_exceeded', 'Your input exceeds the context window.'),
        ]),
      },
      compatible('vLLM', 400, {
        object: 'error',
        message:
          "This model's maximum context length is 4096 tokens. Please reduce the length of the messages.",
        type: 'BadRequestError',
        code: 400,
      }),
      compatible('llama.cpp', 400, {
        error: {
          code: 400,
          message: 'the request exceeds the available context size',
          type: 'exceed_context_size_error',
        },
      }),
      compatible(
        'Groq',
        413,
        openaiError('tokens', 'Request too large for model `x`', 'rate_limit_exceeded'),
      ),
      compatible('a gateway', 413, '<html><title>413 Request Entity Too Large</title></html>'),
    ],
  },
  {
    title: 'The provider refuses the request for its content',
    failure: 'refused',
    ends: { error: 'model_refused' },
    asked: 1,
    variants: [
      ...openai(400, 'invalid_prompt', 'Your prompt was flagged as potentially violating our usage policy.'),
      ...openai(400, 'content_policy_violation', 'Your request was rejected.'),
      {
        by: 'openai',
        vendor: 'OpenAI',
        answer: stream([openaiFailedFrame('invalid_prompt', `Flagged: ${quoted}`)]),
      },
      compatible('Azure', 400, {
        error: {
          message: "The response was filtered due to Azure OpenAI's content management policy.",
          code: 'content_filter',
          status: 400,
          innererror: { code: 'ResponsibleAIPolicyViolation' },
        },
      }),
      compatible('OpenRouter', 403, {
        error: { code: 403, message: 'x requires moderation on OpenAI. Your input was flagged.' },
      }),
    ],
  },
  {
    title: 'The provider limits the number of requests',
    failure: 'rate_limited',
    ends: { error: 'model_overloaded' },
    asked: 5,
    variants: [
      anthropic(429, 'rate_limit_error', 'This request would exceed your rate limit.'),
      ...openai(429, 'rate_limit_exceeded', 'Rate limit reached for requests', 'requests'),
      compatible('Google', 429, [
        { error: { code: 429, message: 'You exceeded your current quota.', status: 'RESOURCE_EXHAUSTED' } },
      ]),
      compatible('Mistral', 429, { message: 'Requests rate limit exceeded' }),
    ],
  },
  {
    title: 'The provider is overloaded or has a fault',
    failure: 'overloaded',
    ends: { error: 'model_overloaded' },
    asked: 5,
    variants: [
      anthropic(529, 'overloaded_error', 'Overloaded'),
      anthropic(500, 'api_error', 'An unexpected error has occurred.'),
      {
        by: 'anthropic',
        vendor: 'Anthropic',
        answer: stream([anthropicErrorFrame('overloaded_error', quoted)]),
      },
      ...openai(500, null, 'The server had an error while processing your request.', 'server_error'),
      ...openai(503, null, 'The engine is currently overloaded.', 'service_unavailable'),
      {
        by: 'openai',
        vendor: 'OpenAI',
        answer: stream([openaiErrorFrame('server_error', 'The server had an error')]),
      },
      {
        by: 'openai',
        vendor: 'OpenAI',
        answer: stream([openaiFailedFrame('server_error', 'The server had an error')]),
      },
      compatible('llama.cpp', 503, {
        error: { code: 503, message: 'Loading model', type: 'unavailable_error' },
      }),
      compatible('Moonshot', 429, openaiError('engine_overloaded_error', 'The engine is overloaded.')),
      compatible('a gateway, with status 200', 200, {
        error: { code: 502, message: 'Provider returned error' },
      }),
      compatible('a gateway', 502, '<html>Bad gateway</html>'),
    ],
  },
  {
    title: 'The answer breaks off, or is none of its protocol',
    failure: 'broken_stream',
    ends: { error: 'model_error' },
    asked: 5,
    variants: [
      {
        by: 'anthropic',
        vendor: 'Anthropic',
        answer: stream(anthropicFrames({ text: [begun, ' it'] }).slice(0, 4)),
      },
      {
        by: 'openai',
        vendor: 'OpenAI',
        answer: stream(openaiResponsesFrames({ text: [begun, ' it'] }).slice(0, 5)),
      },
      {
        by: 'openai-compatible',
        vendor: 'OpenAI',
        answer: stream(openaiChatFrames({ text: [begun, ' it'] }).slice(0, 2)),
      },
      {
        by: 'openai-compatible',
        vendor: 'a web site',
        answer: plainAnswer(200, `<html>Welcome, ${quoted}</html>`, { 'content-type': 'text/html' }),
      },
    ],
  },
  {
    title: 'The provider cannot be reached',
    failure: 'unreachable',
    ends: { error: 'model_error' },
    asked: 5,
    variants: [
      { by: 'anthropic', vendor: 'any', answer: hangUp },
      { by: 'openai', vendor: 'any', answer: hangUp },
      { by: 'openai-compatible', vendor: 'any', answer: hangUp },
    ],
  },
  {
    title: 'The provider is too slow, or silent',
    failure: 'timeout',
    ends: { error: 'model_timeout' },
    asked: 5,
    variants: [
      anthropic(504, 'timeout_error', 'Request timed out.'),
      ...openai(408, null, 'Timeout'),
      compatible('OpenRouter', 408, { error: { code: 408, message: 'Your request timed out' } }),
    ],
  },
  {
    title: 'The provider does not take the request for another reason',
    failure: 'rejected',
    ends: { error: 'model_error' },
    asked: 1,
    variants: [
      anthropic(400, 'invalid_request_error', `messages: something is wrong with ${quoted}`),
      ...openai(400, 'invalid_value', 'Invalid value for a parameter.'),
      compatible('vLLM', 422, { detail: [{ loc: ['body'], msg: 'field required', type: 'missing' }] }),
    ],
  },
  {
    title: 'The reply has neither words nor calls',
    failure: 'empty_reply',
    ends: { error: 'model_error' },
    asked: 2,
    variants: replies(
      { text: [''] },
      { anthropic: undefined, openai: undefined, 'openai-compatible': undefined },
    ),
  },
  {
    title: 'All that the model may say was used up before its first word',
    failure: 'empty_reply',
    ends: { error: 'model_error' },
    asked: 2,
    variants: replies({}, atLength),
  },
  {
    title: 'The reply is cut at a limit of tokens',
    ends: { reason: 'cut' },
    asked: 1,
    content: `${begun} it`,
    variants: replies({ text: [begun, ' it'] }, atLength),
  },
  {
    title: 'The reply is cut within a call, which is not made',
    ends: { reason: 'cut' },
    asked: 1,
    content: begun,
    variants: replies({ text: [begun], calls: [half] }, atLength),
  },
  {
    title: 'A filter of the provider stops the reply',
    ends: { reason: 'filtered' },
    asked: 1,
    content: begun,
    variants: replies(
      { text: [begun] },
      { anthropic: undefined, openai: 'content_filter', 'openai-compatible': 'content_filter' },
    ).slice(1),
  },
  {
    title: 'A filter of the provider stops the reply before its first word',
    ends: { reason: 'filtered' },
    asked: 1,
    content: refusedText,
    variants: replies(
      {},
      { anthropic: undefined, openai: 'content_filter', 'openai-compatible': 'content_filter' },
    ).slice(1),
  },
  {
    title: 'The model declines in words',
    ends: { reason: 'refused' },
    asked: 1,
    content: 'No.',
    variants: [
      {
        by: 'anthropic',
        vendor: 'Anthropic',
        answer: stream(anthropicFrames({ text: ['No', '.'], stop: 'refusal' })),
      },
      { by: 'openai', vendor: 'OpenAI', answer: stream(openaiResponsesFrames({ refusal: ['No', '.'] })) },
      {
        by: 'openai-compatible',
        vendor: 'OpenAI',
        answer: stream(openaiChatFrames({ refusal: ['No', '.'] })),
      },
    ],
  },
  {
    title: 'The model declines without a word',
    ends: { reason: 'refused' },
    asked: 1,
    content: refusedText,
    variants: [
      { by: 'anthropic', vendor: 'Anthropic', answer: stream(anthropicFrames({ stop: 'refusal' })) },
    ],
  },
  {
    title: 'An error comes after the first words',
    failure: 'overloaded',
    ends: { error: 'model_overloaded' },
    asked: 5,
    variants: [
      {
        by: 'anthropic',
        vendor: 'Anthropic',
        answer: stream([
          ...anthropicFrames({ text: [begun] }).slice(0, 4),
          anthropicErrorFrame('overloaded_error', quoted),
        ]),
      },
      {
        by: 'openai',
        vendor: 'OpenAI',
        answer: stream([
          ...openaiResponsesFrames({ text: [begun] }).slice(0, 5),
          openaiErrorFrame('server_error', quoted),
        ]),
      },
      {
        by: 'openai-compatible',
        vendor: 'OpenRouter',
        answer: stream([
          ...openaiChatFrames({ text: [begun] }).slice(0, 2),
          frame({ error: { code: 502, message: 'Provider disconnected' }, choices: [] }),
        ]),
      },
    ],
  },
];
