import { yieldToOthers } from '#engine/event-loop/yield-to-others.ts';
import type { RawToolResult } from '#adapters/mcp-client/port.ts';
import { mostAnswerSeparators, withoutSecrets } from '#adapters/outbound-http/without-secrets.ts';
import { readKeepingDigits } from '#contract/exact-json.ts';
import { deepestJson, faultOfJson, isJsonObject, type JsonObject } from '#contract/json.ts';
import { hasTooManyValues } from '#contract/json-size.ts';
import { withResponse } from '#engine/rules/host-answer.ts';
import { type CallResolution, failure } from '#engine/rules/resolve-call.ts';
import { readAnswer } from './read-answer.ts';

/** The longest name of a kind of content that is shown. */
const typeCharacters = 64;

/**
 * The result of a call from a tool's result. Structured content is the result if there is any. Otherwise a text that is
 * a JSON object, or any single text, is the result, and everything else is listed as `content`. Images, sounds and
 * files are listed without their bytes.
 * @param secrets the headers of the connection
 */
export async function readToolResult(
  raw: RawToolResult,
  secrets: Record<string, string>,
): Promise<CallResolution> {
  const readable = { depth: deepestJson, characters: Number.POSITIVE_INFINITY };
  // The call took effect, whatever the server's answer contains.
  const result = faultOfJson(raw, readable) === undefined ? toResult(raw) : { unreadable: true };
  await yieldToOthers();
  if (raw['isError'] === true) {
    const text = typeof result['text'] === 'string' ? result['text'] : JSON.stringify(result);
    const response = await shownText(text, secrets);
    return withResponse(failure('tool_error', 'The tool reported an error.'), response);
  }
  const body = JSON.stringify(result);
  const answer = { status: 200, headers: {}, body, bytes: Buffer.byteLength(body) };
  return readAnswer(await withoutSecrets(answer, secrets));
}

/** A text of the server without the secrets of the connection. To be cut after that: a part of a secret would not be recognized. */
export async function shownText(text: string, secrets: Record<string, string>): Promise<string> {
  const { body } = await withoutSecrets({ status: 200, headers: {}, body: text, bytes: 0 }, secrets);
  return body;
}

function toResult({ structuredContent, content }: RawToolResult): JsonObject {
  if (structuredContent !== undefined) {
    return isJsonObject(structuredContent) ? structuredContent : { value: structuredContent };
  }
  const blocks = (Array.isArray(content) ? content : []).map(toBlock);
  const [first, ...others] = blocks;
  if (first === undefined) return {};
  if (others.length > 0 || typeof first['text'] !== 'string' || first['type'] !== 'text')
    return { content: blocks };
  const { text } = first;
  const read = hasTooManyValues(text, mostAnswerSeparators) ? undefined : readKeepingDigits(text);
  return read !== undefined && 'value' in read && isJsonObject(read.value) ? read.value : { text };
}

/** A block of content for the model. */
function toBlock(block: unknown): JsonObject {
  if (!isJsonObject(block) || typeof block['type'] !== 'string') return { type: 'unknown', omitted: true };
  const { type } = block;
  switch (type) {
    case 'text':
      return { type, text: typeof block['text'] === 'string' ? block['text'] : '' };
    case 'image':
    case 'audio':
      return { type, ...named(block, { mimeType: 'mime_type' }), ...bytesOf(block['data']), omitted: true };
    case 'resource_link':
      return { type, ...named(block, linkMembers) };
    case 'resource': {
      const resource = isJsonObject(block['resource']) ? block['resource'] : {};
      const shown = { type, ...named(resource, linkMembers) };
      return typeof resource['text'] === 'string'
        ? { ...shown, text: resource['text'] }
        : { ...shown, ...bytesOf(resource['blob']), omitted: true };
    }
    default:
      return { type: type.slice(0, typeCharacters).toWellFormed(), omitted: true };
  }
}

const linkMembers = {
  uri: 'uri',
  name: 'name',
  title: 'title',
  description: 'description',
  mimeType: 'mime_type',
  size: 'bytes',
};

/** Members of a block under the names that they have here, if they are texts or numbers. */
function named(block: JsonObject, names: Record<string, string>): JsonObject {
  return Object.fromEntries(
    Object.entries(names).flatMap(([from, to]) => {
      const value = block[from];
      return typeof value === 'string' || typeof value === 'number' ? [[to, value]] : [];
    }),
  );
}

/** How many bytes a base64 text holds. */
function bytesOf(base64: unknown): JsonObject {
  return typeof base64 === 'string' ? { bytes: Buffer.byteLength(base64, 'base64') } : {};
}
