import { startModelServer, stream } from '#test/support/model-servers/model-server.ts';
import { openaiChatFrames } from '#test/support/model-servers/openai-chat.ts';

const payment = { amount: 1250, currency: 'EUR', to: 'Bo Lindqvist', reference: 'Invoice 2041' };

/** A provider with the conversation of the first picture: it looks up the account, and asks for the payment. */
export async function startAssistant(): Promise<{ url: string; stop(): Promise<void> }> {
  const server = await startModelServer();
  server.answers(
    stream(
      openaiChatFrames({
        text: ['Let me check the account ', 'before anything is paid.'],
        calls: [{ id: 'call_1', name: 'identify_account', json: ['{"iban":"DE89370400440532013000"}'] }],
        usage: { input: 612, output: 41 },
      }),
    ),
    stream(
      openaiChatFrames({
        text: [
          'The account is valid and belongs to a customer of **Commerzbank** in Germany. ',
          'I have prepared the payment; it goes out when you approve it.',
        ],
        calls: [{ id: 'call_2', name: 'send_payment', json: [JSON.stringify(payment)] }],
        usage: { input: 845, output: 66 },
      }),
    ),
  );
  return { url: `${server.url}/v1`, stop: server.close };
}
