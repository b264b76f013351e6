import type { IncomingMessage, ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

const invoices = new Map([
  ['INV-1', { id: 'INV-1', customer: 'Bo', amount: 120.5, currency: 'EUR' }],
  ['INV-2', { id: 'INV-2', customer: 'Cy', amount: 99, currency: 'EUR' }],
]);

/**
 * Handles requests to a small MCP server, as a customer would run one, by the official SDK: one tool reads, and one
 * destroys something. It keeps nothing, so voiding an invoice has no effect.
 */
export function demoMcpHandler(): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const handle = toNodeHandler(createMcpHandler(demoServer));
  // Node's own types allow undefined where the package's do not.
  return async (request, response) => await handle(request as Parameters<typeof handle>[0], response);
}

function demoServer(): McpServer {
  const server = new McpServer({ name: 'billing', version: '1.0.0' });
  const inputSchema = z.object({ id: z.string().describe('As in INV-1.') });
  server.registerTool(
    'find_invoice',
    {
      title: 'Find an invoice',
      description: 'Finds an invoice by its number.',
      inputSchema,
      annotations: { readOnlyHint: true },
    },
    ({ id }) => {
      const invoice = invoices.get(id);
      return invoice === undefined ? noSuchInvoice(id) : structured(invoice);
    },
  );
  server.registerTool(
    'void_invoice',
    {
      title: 'Void an invoice',
      description: 'Voids an invoice for good: nobody has to pay it any more.',
      inputSchema,
      annotations: { destructiveHint: true, idempotentHint: true },
    },
    ({ id }) => (invoices.has(id) ? structured({ id, voided: true }) : noSuchInvoice(id)),
  );
  return server;
}

/** The text is for clients that know no structured content. */
function structured(structuredContent: Record<string, unknown>) {
  return { structuredContent, content: [{ type: 'text' as const, text: JSON.stringify(structuredContent) }] };
}

function noSuchInvoice(id: string) {
  return { isError: true, content: [{ type: 'text' as const, text: `There is no invoice ${id}.` }] };
}
