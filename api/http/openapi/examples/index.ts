import { accountingExamples } from './accounting.ts';
import { agentExamples } from './agents.ts';
import { approvalExamples } from './approvals.ts';
import { auditExamples } from './audit.ts';
import { conversationExamples } from './conversations.ts';
import { credentialExamples } from './credentials.ts';
import { eventExamples } from './events.ts';
import { extractExamples } from './extract.ts';
import { identifyExamples } from './identify.ts';
import { mcpExamples } from './mcp.ts';
import { passkeyExamples } from './passkeys.ts';
import { payeeExamples } from './payees.ts';
import { voiceExamples } from './voice.ts';
import { webhookExamples } from './webhooks.ts';

/**
 * One example of every schema with an id, by that id. The examples of operations are composed of these. A test
 * validates each one with its schema.
 */
export const examples: { readonly [schema: string]: unknown } = {
  ...accountingExamples,
  ...agentExamples,
  ...approvalExamples,
  ...auditExamples,
  ...credentialExamples,
  ...conversationExamples,
  ...eventExamples,
  ...extractExamples,
  ...identifyExamples,
  ...mcpExamples,
  ...passkeyExamples,
  ...payeeExamples,
  ...voiceExamples,
  ...webhookExamples,
};
