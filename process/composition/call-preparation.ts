import type { AskingParts } from '#integrations/calls/ask-patch.ts';
import { approvalSigner } from '#integrations/calls/sign-approval.ts';
import { ToolSessions } from '#integrations/calls/tool-sessions.ts';
import { baseUrl } from '#process/config/settings.ts';
import type { RunPorts } from '#store/runs/run-ports.ts';
import type { Services } from './create-services.ts';

/** The parts of a program that prepare calls of hosts: those of agents, and those by which the service asks patches. */
export function callPreparation(
  services: Services,
  { connections, connectionNames }: Pick<RunPorts, 'connections' | 'connectionNames'>,
): AskingParts {
  const { patches, schemas, outboundHttp, mcpClient, statements, environment, tracing } = services;
  return {
    patches,
    schemas,
    connections,
    connectionNames,
    outboundHttp,
    toolSessions: new ToolSessions(mcpClient),
    signApproval: approvalSigner(statements, baseUrl(environment)),
    traceContext: () => tracing?.traceContext(),
  };
}
