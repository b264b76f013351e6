import type { ImportedTool, ImportedTools } from '#contract/mcp-tool.ts';
import type { ApiAnswer, ApiClient } from '../api-client.ts';
import { createConnection } from '../connections.ts';

/** Creates a connection to an MCP server. @returns its id */
export async function connectMcp(
  client: ApiClient,
  url: string,
  parts: Record<string, unknown> = {},
): Promise<string> {
  return (await createConnection(client, { name: 'tools', type: 'mcp', base_url: url, ...parts })).id;
}

/** Asks for an import, and returns the response, whatever it is. */
export async function requestImport(
  client: ApiClient,
  connectionId: string,
  body?: object,
): Promise<ApiAnswer<ImportedTools>> {
  return await client.post<ImportedTools>(`/v1/connections/${connectionId}/import-tools`, body);
}

/** Imports tools. @throws {Error} if the request fails */
export async function importTools(
  client: ApiClient,
  connectionId: string,
  body?: object,
): Promise<ImportedTool[]> {
  const { status, data, error } = await requestImport(client, connectionId, body);
  if (status !== 200) throw new Error(`the import failed: ${status} ${error.code}`);
  return data.tools;
}

/** Imports tools that must all be usable. @returns their refs by name */
export async function importRefs(
  client: ApiClient,
  connectionId: string,
  body?: object,
): Promise<Record<string, string>> {
  const tools = await importTools(client, connectionId, body);
  return Object.fromEntries(
    tools.map(({ name, ref, error }) => {
      if (ref === undefined) throw new Error(`${name} was not imported: ${error?.code}`);
      return [name, ref];
    }),
  );
}
