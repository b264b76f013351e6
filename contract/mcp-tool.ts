import { z } from 'zod';
import { boundedRecord } from './bounded-record.ts';
import { Uuid } from './ids.ts';
import { Patch, PatchDefinition, PatchKey } from './patch.ts';
import { text } from './text.ts';

/** How tools of a customer's MCP server become patches. */

/** The most tools that one request imports: as many as an agent can have patches. */
export const mostImportedTools = 128;

const ToolName = text({ min: 1, max: 256 });

/** Replaces what is proposed for a tool. */
const ToolOverride = z
  .strictObject({
    key: PatchKey.optional().meta({
      description: 'The key of the patch, instead of the one made of prefix and name.',
    }),
    gate: z.literal('confirm').nullable().optional().meta({
      description: 'The gate to propose. A gate takes effect where an agent is published with it.',
    }),
    ...PatchDefinition.pick({
      risk: true,
      reliability: true,
      redact: true,
      price_credits: true,
      summary: true,
      payment: true,
      trust: true,
    }).partial().shape,
    timeout_seconds: z
      .int()
      .min(1)
      .max(300)
      .optional()
      .meta({ description: 'How long one attempt at a call may take.' }),
  })
  .meta({ id: 'ToolOverride' });
export type ToolOverride = z.infer<typeof ToolOverride>;

/** Body of `POST /v1/connections/{id}/import-tools`. */
export const ToolImport = z
  .strictObject({
    tools: z
      .array(ToolName)
      .min(1)
      .max(mostImportedTools)
      .optional()
      .meta({ description: 'The tools to import. Default: all, if there are at most 128.' }),
    prefix: z
      .string()
      .regex(
        /^[a-z][a-z0-9_]{0,31}$/,
        'must start with a letter and hold at most 32 lower-case letters, digits and _',
      )
      .optional()
      .meta({ description: 'Precedes the names of the tools in the keys of the patches, as in `crm_`.' }),
    overrides: boundedRecord(ToolName, ToolOverride, { most: mostImportedTools })
      .optional()
      .meta({ description: 'Settings by the name of the tool.' }),
  })
  .superRefine(({ tools, overrides = {} }, context) => {
    if (tools === undefined) return;
    const imported = new Set(tools);
    if (imported.size < tools.length) {
      context.addIssue({ code: 'custom', path: ['tools'], message: 'must not name a tool twice' });
    }
    for (const name of Object.keys(overrides)) {
      if (imported.has(name)) continue;
      const message = 'must be for a tool that is imported';
      context.addIssue({ code: 'custom', path: ['overrides', name], message });
    }
  })
  .meta({ id: 'ToolImport' });
export type ToolImport = z.infer<typeof ToolImport>;

/** Why a tool was not imported. */
export const toolFaults = [
  /** The server lists no tool of that name. */
  'unknown_tool',
  /** The server lists several tools of that name. */
  'duplicate_tool',
  /** Several tools would have the same key. */
  'duplicate_key',
  /** No key can be made of the name. */
  'invalid_key',
  /** The workspace has a patch of that key which is not this tool. */
  'key_taken',
  /** The schema or the description cannot be used. */
  'invalid_tool',
] as const;
export type ToolFault = (typeof toolFaults)[number];

/** The patch that an import of a tool would publish. */
const ProposedTool = z
  .object({
    risk: PatchDefinition.shape.risk,
    reliability: PatchDefinition.shape.reliability,
    gate: z.literal('confirm').nullable(),
  })
  .meta({ id: 'ProposedTool' });

const ToolError = z.object({ code: z.enum(toolFaults), message: z.string() }).meta({ id: 'ToolError' });

/** A tool that a server lists, before it is imported. */
export const ListedTool = z
  .object({
    name: z.string(),
    description: z
      .string()
      .optional()
      .meta({ description: 'Up to 2,000 characters of what the server says.' }),
    key: z.string().optional().meta({ description: 'The key that its patch would have, without a prefix.' }),
    proposed: ProposedTool.optional().meta({
      description: "From the tool's annotations. The gate is for the agent that gets it.",
    }),
    error: ToolError.optional().meta({ description: 'Why it could not be imported without overrides.' }),
  })
  .meta({ id: 'ListedTool' });
export type ListedTool = z.infer<typeof ListedTool>;

/** The tools that a server lists. */
export const ListedTools = z
  .object({ connection_id: Uuid, tools: z.array(ListedTool) })
  .meta({ id: 'ListedTools' });
export type ListedTools = z.infer<typeof ListedTools>;

/** The most characters of a description that are listed. */
export const listedDescriptionLength = 2000;

/** The result of importing one tool. */
export const ImportedTool = z
  .object({
    name: z.string(),
    change_id: Uuid.optional().meta({
      description: 'The proposed change that publishes the patch once another actor has approved it.',
    }),
    ref: Patch.shape.ref.optional().meta({ description: 'The patch of the tool.' }),
    changed: z.boolean().meta({
      description: 'A new version was published. False if the latest version is the same, or there is none.',
    }),
    proposed: ProposedTool.optional().meta({
      description:
        "From the tool's annotations and the overrides. Risk and reliability are those of the patch; the gate is for the agent that gets it.",
    }),
    error: ToolError.optional().meta({ description: 'Why the tool was not imported.' }),
  })
  .meta({ id: 'ImportedTool' });
export type ImportedTool = z.infer<typeof ImportedTool>;

/** The response to an import. */
export const ImportedTools = z
  .object({ connection_id: Uuid, tools: z.array(ImportedTool) })
  .meta({ id: 'ImportedTools' });
export type ImportedTools = z.infer<typeof ImportedTools>;
