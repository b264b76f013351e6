import { defined } from '#contract/defined.ts';
import { describeField } from '#contract/errors.ts';
import { faultInWords } from '#contract/faults-in-words.ts';
import { faultOfJson, isJsonObject, type JsonObject } from '#contract/json.ts';
import { inCurrentDialect } from '#contract/json-schema/current-dialect.ts';
import type { ToolOverride } from '#contract/mcp-tool.ts';
import { type McpTool, PatchDefinition, type PublishedDefinition } from '#contract/patch.ts';
import { truncate } from '#contract/text.ts';
import { withoutUnseen } from '#contract/words/unseen-characters.ts';
import { cleanSchema } from './clean-schema.ts';
import { closeSchema } from './close-schema.ts';
import { hidesCharacters } from './hides-characters.ts';
import type { Proposal } from './proposal.ts';

const [descriptionCharacters, titleCharacters, labelCharacters] = [4000, 200, 100];
const mostFields = 32;
/**
 * Schemas are converted only if they are not deeper than patches may have them, and not much longer: a longer one is
 * refused as it is.
 */
const convertible = { depth: 32, characters: 65_536 };

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
    override: { redact, price_credits, timeout_seconds, summary, payment, trust },
  }: { key: string; mcp: McpTool; proposal: Proposal; override: ToolOverride },
): ToolPatch {
  const { inputSchema, description, title } = definition;
  if (!isJsonObject(inputSchema)) return { fault: 'inputSchema: must be an object' };
  const fault = faultOfJson(inputSchema, convertible);
  if (fault !== undefined) return { fault: `inputSchema: ${fault}` };
  if (hidesCharacters(mcp.tool)) return { fault: 'name: has characters that cannot be seen' };
  const clean = cleanSchema(inputSchema);
  if ('fault' in clean) return { fault: `inputSchema: ${clean.fault}` };
  const current = inCurrentDialect(clean.schema);
  if ('fault' in current) return { fault: `inputSchema: ${current.fault.message}` };
  const shownTitle = lineOf(title, titleCharacters) || `Call ${lineOf(mcp.tool, titleCharacters)}`;
  const parsed = PatchDefinition.safeParse(
    {
      key,
      description: textOf(description, descriptionCharacters) || shownTitle,
      interaction: 'silent',
      input_schema: closeSchema(current.schema),
      risk,
      reliability,
      ...defined({ redact, price_credits, timeout_seconds, payment, trust }),
      summary: summary ?? summaryOf(shownTitle, current.schema),
    },
    { error: faultInWords },
  );
  if (parsed.success) return { definition: { ...parsed.data, mcp } };
  const [issue] = parsed.error.issues;
  const path = issue?.path.join('.') ?? '';
  return { fault: describeField({ path, message: issue?.message ?? 'is not valid', code: 'invalid' }) };
}

/** Fields for what the schema declares. The summary of a call shows all other arguments together. */
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
  const title = isJsonObject(schema) ? lineOf(schema['title'], labelCharacters) : '';
  return title === '' ? name : title;
}

/** The same in one line. */
function lineOf(value: unknown, characters: number): string {
  return textOf(value, characters).replaceAll(/\s+/g, ' ');
}

/** A text of the server's, fit to be shown: bounded, with nothing hidden in it, and no template. */
function textOf(value: unknown, characters: number): string {
  if (typeof value !== 'string') return '';
  return truncate(withoutUnseen(value.slice(0, 4 * characters).toWellFormed()).trim(), characters)
    .replaceAll(/\{\{|\}\}/g, '')
    .trim();
}
