import type { StandardSchemaWithJSON, ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { ErrorCode } from '#contract/errors.ts';
import type { McpCall } from './call.ts';

/** Arguments that every tool has. */
export interface CommonArgs {
  /** Seconds to wait for the run. */
  wait: number;
}

/** A tool of the MCP server. Its result is always a run, which is waited for after the tool has done its work. */
export interface Tool<Args extends CommonArgs = CommonArgs> {
  name: string;
  title: string;
  description: string;
  args: z.ZodType<Args>;
  /** The schema of the arguments, for clients. */
  inputSchema: StandardSchemaWithJSON;
  annotations: ToolAnnotations;
  /** Arguments with a code of their own, which takes precedence over `invalid_request`. */
  fieldErrors?: { [field: string]: ErrorCode };
  /**
   * The run of a held write that the user of a client decides on the service's own page, if the client can send its user there:
   * then the tool does no work. Default: it always does.
   */
  decidedOnPage?(args: Omit<Args, keyof CommonArgs>): string | undefined;
  /**
   * Does the tool's work.
   * @param key under which it is done at most once
   * @returns the id of the run
   */
  perform(call: McpCall, args: Omit<Args, keyof CommonArgs>, key: string | undefined): Promise<string>;
}

/** Declares a tool, whose types follow from its schema. */
export function tool<Args extends CommonArgs>(declared: Tool<Args>): Tool {
  return declared;
}
