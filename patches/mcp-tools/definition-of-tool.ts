import { describeField } from '#contract/errors.ts';
import { faultOfJson, isJsonObject, type JsonObject } from '#contract/json.ts';
import type { ToolOverride } from '#contract/mcp-tool.ts';
import { type McpTool, PatchDefinition, type PublishedDefinition } from '#contract/patch.ts';
import { truncate } from '#contract/text.ts';
import type { Proposal } from './proposal.ts';
import { toCurrentDialect } from './to-current-dialect.ts';

const [descriptionCharacters, titleCharacters, labelCharacters] = [4000, 200, 100];
const mostFields = 32;
/** Schemas are converted only if they are not deeper than patches may have them. */
const schemaDepth = 32;

/**
 * Characters that a person who reads the description does not see, but a model does: controls other than line breaks,
 * marks that change the direction of text, and tags.
 */
const unseen = /[[\p{Cc}--[\n\t]]\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/gv;

/** A patch for a tool, or why there can be none. */
export type ToolPatch = { definition: PublishedDefinition } | { fault: string };

/**
 * The definition of the patch for a tool.
 * @param definition the tool as its server lists it
 */
export function definitionOfTool(
  definition: JsonObject,
  {
    key,
    mcp,
    proposal: { risk, reliability },
    override: { redact, price_credits, timeout_seconds, summary },
  }: { key: string; mcp: McpTool; proposal: Proposal; override: ToolOverride },
): ToolPatch {
  const { inputSchema, description, title } = definition;
  if (!isJsonObject(inputSchema)) return { fault: 'inputSchema: must be an object' };
  const fault = faultOfJson(inputSchema, { depth: schemaDepth, characters: Number.POSITIVE_INFINITY });
  if (fault !== undefined) return { fault: `inputSchema: ${fault}` };
  const shownTitle = textOf(title, titleCharacters) || `Call ${textOf(mcp.tool, titleCharacters)}`;
  const parsed = PatchDefinition.safeParse({
    key,
    description: textOf(description, descriptionCharacters) || shownTitle,
    interaction: 'silent',
    input_schema: toCurrentDialect(inputSchema),
    risk,
    reliability,
    ...(redact === undefined ? {} : { redact }),
    ...(price_credits === undefined ? {} : { price_credits }),
    ...(timeout_seconds === undefined ? {} : { timeout_seconds }),
    summary: summary ?? summaryOf(shownTitle, inputSchema),
  });
  if (parsed.success) return { definition: { ...parsed.data, mcp } };
  const [issue] = parsed.error.issues;
  const path = issue?.path.join('.') ?? '';
  return { fault: describeField({ path, message: issue?.message ?? 'is not valid', code: 'invalid' }) };
}

/** Without a summary, an approver would not see the arguments: all that the schema declares are shown. */
function summaryOf(title: string, { properties, required }: JsonObject): PatchDefinition['summary'] {
  const declared = isJsonObject(properties) ? properties : {};
  const needed = new Set(Array.isArray(required) ? required : []);
  const names = Object.keys(declared).filter(
    (name) => /^[A-Za-z_][\w-]{0,63}$/.test(name) && !unreachable.has(name),
  );
  const fields = [...names.filter((name) => needed.has(name)), ...names.filter((name) => !needed.has(name))]
    .slice(0, mostFields)
    .map((name) => ({ label: labelOf(name, declared[name]), value: `{{${name}}}` }));
  return { title, ...(fields.length === 0 ? {} : { fields }) };
}

/** Templates do not reach them. */
const unreachable = new Set(['__proto__', 'constructor', 'prototype']);

function labelOf(name: string, schema: unknown): string {
  const title = isJsonObject(schema) ? textOf(schema['title'], labelCharacters) : '';
  return title === '' ? name : title;
}

/** A text of the server's, fit to be shown: bounded, with nothing hidden in it, and no template. */
function textOf(value: unknown, characters: number): string {
  if (typeof value !== 'string') return '';
  return truncate(
    value
      .slice(0, 4 * characters)
      .toWellFormed()
      .replaceAll(unseen, '')
      .trim(),
    characters,
  )
    .replaceAll(/\{\{|\}\}/g, '')
    .trim();
}
