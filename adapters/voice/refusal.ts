import { defined } from '#contract/defined.ts';
import { z } from 'zod';
import { parseJson } from '#contract/json.ts';
import { retryAfterMs } from '../retry-after.ts';

/** A response that is no success: what it is about, without its text. */
export interface Refusal {
  status: number;
  /** Whether the same request may succeed in a moment. */
  mayPass: boolean;
  /** How long the provider asks to wait, in milliseconds. */
  retryAfterMs?: number;
  /**
   * The subject of a provider's complaint. `request` is a complaint about the content, `other` one about anything else.
   */
  about: 'voice' | 'language' | 'request' | 'other';
  /** For the log: the status, and the provider's code if it is a known one. */
  summary: string;
}

/** Codes that tell an operator what to do. Others are not repeated, because they could be or contain anything. */
const knownCodes = new Set([
  'billing_hard_limit_reached',
  'concurrent_limit_exceeded',
  'insufficient_quota',
  'invalid_api_key',
  'max_character_limit_exceeded',
  'missing_permissions',
  'model_not_found',
  'payment_required',
  'quota_exceeded',
  'rate_limit_exceeded',
  'system_busy',
  'too_many_concurrent_requests',
]);
/** How the providers call a voice that they do not have. */
const voiceCodes = new Set(['invalid_uid', 'invalid_voice_id', 'voice_does_not_exist', 'voice_not_found']);
const voiceFields = new Set(['voice', 'voice_id']);
const languageFields = new Set(['language', 'language_code']);
/** Fields that this service fills from its settings: a complaint about them is not about the client's request. */
const settingFields = new Set(['include', 'model', 'model_id', 'response_format']);

const word = z.string().catch('');
/** OpenAI: `{error: {code, type, param, message}}`. */
const OpenaiError = z.object({
  error: z.object({ code: word, type: word, param: word, message: word }),
});
/** ElevenLabs: `{detail: {status, code, param, message}}`. */
const ElevenlabsError = z.object({
  detail: z.object({ status: word, code: word, param: word, message: word }),
});
/** FastAPI, which ElevenLabs and many compatible servers are made with: `{detail: [{loc: [], msg}]}`. */
const ValidationError = z.object({
  detail: z.array(z.object({ loc: z.array(z.union([z.string(), z.number()])), msg: word })).min(1),
});

interface Complaint {
  codes: string[];
  fields: string[];
  message: string;
}

/** Reads a response that is no success. A body that breaks off or is too long counts as none. */
export async function readRefusal(response: Response): Promise<Refusal> {
  const { status } = response;
  const complaint = parseComplaint(await response.text().catch(() => ''));
  const wish = retryAfterMs(Object.fromEntries(response.headers), Date.now());
  const code = complaint.codes.find((code) => knownCodes.has(code));
  return {
    status,
    mayPass: status === 408 || status === 429 || status >= 500,
    ...defined({ retryAfterMs: wish }),
    about: [400, 404, 413, 415, 422].includes(status) ? subjectOf(status, complaint) : 'other',
    summary: `answered with status ${status}${code === undefined ? '' : ` (${code})`}`,
  };
}

function subjectOf(status: number, { codes, fields, message }: Complaint): Refusal['about'] {
  if (codes.some((code) => voiceCodes.has(code)) || fields.some((field) => voiceFields.has(field)))
    return 'voice';
  if (fields.some((field) => languageFields.has(field)) || /language/i.test(`${codes.join(' ')} ${message}`))
    return 'language';
  // Without a word about what was not found, the address or a model is wrong.
  const ofSettings = fields.some((field) => settingFields.has(field)) || codes.includes('model_not_found');
  return status === 404 || ofSettings ? 'other' : 'request';
}

function parseComplaint(text: string): Complaint {
  const body = parseJson(text);
  const { data: openai } = OpenaiError.safeParse(body);
  if (openai !== undefined) {
    const { code, type, param, message } = openai.error;
    return { codes: [code, type], fields: [fieldOf(param)], message };
  }
  const { data: elevenlabs } = ElevenlabsError.safeParse(body);
  if (elevenlabs !== undefined) {
    const { status, code, param, message } = elevenlabs.detail;
    return { codes: [status, code], fields: [fieldOf(param)], message };
  }
  const { data: validation } = ValidationError.safeParse(body);
  const fields = validation?.detail.map(({ loc }) => fieldOf(String(loc.at(-1) ?? ''))) ?? [];
  return { codes: [], fields, message: '' };
}

/** `include[]` and `body.include` are `include`. */
function fieldOf(param: string): string {
  return (
    param
      .replace(/\[\d*\]$/, '')
      .split('.')
      .at(-1) ?? ''
  );
}
