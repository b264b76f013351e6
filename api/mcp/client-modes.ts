import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type ServerContext,
} from '@modelcontextprotocol/server';

/**
 * The capabilities that the client of a call declared. Clients of the current revision declare them with each call;
 * those of earlier ones did once, in a session that is not kept.
 */
export function capabilitiesOf({ mcpReq }: ServerContext): ClientCapabilities {
  const envelope: { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } = mcpReq.envelope ?? {};
  return envelope[CLIENT_CAPABILITIES_META_KEY] ?? {};
}

/** Whether the client can show its user a form. */
export function canShowForms(context: ServerContext): boolean {
  const { elicitation } = capabilitiesOf(context);
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/** Whether the client can open a page for its user, out of sight of the client and its model. */
export function canOpenPages(context: ServerContext): boolean {
  return capabilitiesOf(context).elicitation?.url !== undefined;
}
