import type { StackFile } from './stack-file.ts';

/**
 * The first steps, printed once everything responds.
 * @param devDir the directory of the stack. Default: the usual one, which the commands find by themselves
 */
export function welcome(facts: Omit<StackFile, 'pids'>, stackFile: string, devDir?: string): string {
  const here = devDir === undefined ? '' : `DEV_DIR=${shellWord(devDir)} `;
  return `
Everything answers.

  Console       ${facts.console_url}
                signs you in once; for another link: ${here}npm run -s admin -- console link ${facts.workspace_id}
  API           ${facts.base_url}, its reference at ${facts.base_url}/docs
  Temporal      ${facts.temporal_address}${facts.temporal_ui === null ? '' : `, web UI at ${facts.temporal_ui}`}
  MongoDB       ${facts.mongodb_uri}
  MCP           ${facts.base_url}/mcp/${facts.agent_id}
  For scripts   ${stackFile}

Try a page with a chat, in a second terminal:

  ${here}npm run chat

Or ask the API; the answer is a new thread of the demo agent:

  curl -s ${facts.base_url}/v1/loom/threads \\
    -H 'Authorization: Bearer ${facts.api_key}' \\
    -H 'Service-Subject: demo-user' \\
    -H 'Content-Type: application/json' \\
    -d '{"agent_id":"${facts.agent_id}"}'

Ctrl-C stops everything.
`;
}

/** A text as one word of a shell, quoted only if it must be. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
