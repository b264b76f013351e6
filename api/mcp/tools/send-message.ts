import { defined } from '#contract/defined.ts';
import { SendMessage } from '#contract/mcp-tools.ts';
import { acceptMessage } from '#engine/steps/accept-message.ts';
import { messageFrom } from '../../resources/messages/message-from.ts';
import { conversationOf } from '../conversation.ts';
import { listedSchema } from '../listed-schema.ts';
import { once } from '../once.ts';
import { tool } from '../tool.ts';

/** Starts or continues the conversation of the grant (mcp.server.send-message). */
export const sendMessage = tool({
  name: 'send_message',
  title: 'Send a message',
  description:
    "Sends the user's message to the agent, and waits for its reply. It continues the conversation that was used last, unless another or a new one is asked for. If the agent asks a question, the next message answers it. While a write is held for approval, messages are refused, unless `while_held` is `beside`, which leaves it as it is, or `cancel`, which cancels it.",
  args: SendMessage,
  inputSchema: listedSchema(SendMessage, 'input'),
  annotations: { readOnlyHint: false, idempotentHint: false, openWorldHint: true },
  async perform(call, args, key) {
    const { services, caller } = call;
    return await once(call, { tool: 'send_message', args, key }, async (resource) => {
      const threadId = await conversationOf(call, args, resource);
      const body = { content: args.message, ...defined({ while_held: args.while_held }) };
      return await acceptMessage(services.engine, messageFrom(caller, threadId, body, resource));
    });
  },
});
