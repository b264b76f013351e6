import { accountingExamples } from './accounting.ts';
import { agentExamples } from './agents.ts';
import { conversationExamples } from './conversations.ts';
import { credentialExamples } from './credentials.ts';
import { eventExamples } from './events.ts';
import { identifyExamples } from './identify.ts';
import { webhookExamples } from './webhooks.ts';

/**
 * One example of every schema that has an id, by that id. What operations take and give is put together of them; a
 * test holds each against its schema.
 */
export const examples: { readonly [schema: string]: unknown } = {
  ...accountingExamples,
  ...agentExamples,
  ...credentialExamples,
  ...conversationExamples,
  ...eventExamples,
  ...identifyExamples,
  ...webhookExamples,
};
