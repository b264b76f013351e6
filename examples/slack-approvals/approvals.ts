import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { App, HTTPReceiver, LogLevel, type BlockAction, type ButtonAction } from '@slack/bolt';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { buttons, cardOf } from './card.ts';
import { type Approvals, type Choice, decide, type Heddle, type Held, Refused } from './heddle.ts';

/**
 * Approvals in Slack: posts each write that waits for a decision to a channel, and sends back what people decide there, in their
 * own name. README.md says how to set it up.
 */
const { env } = process;
const heddle: Heddle = {
  url: env['HEDDLE_URL'] ?? 'http://127.0.0.1:8080',
  keyId: required('HEDDLE_SIGNING_KEY_ID'),
  secret: required('HEDDLE_SIGNING_KEY'),
};
const consoleUrl = env['CONSOLE_URL'] ?? `${heddle.url}/console`;
const channel = required('SLACK_CHANNEL');
const webhook = new Webhook(required('WEBHOOK_SECRET'));

/** A write that was posted, and where. A program that must survive a restart keeps these in its database. */
interface Posted {
  held: Held;
  choice: Choice;
  ts: string;
}
const posted = new Map<string, Posted>();
/** Events come at least once. */
const seen = new Set<string>();

const receiver = new HTTPReceiver({
  signingSecret: required('SLACK_SIGNING_SECRET'),
  logLevel: LogLevel.WARN,
  customRoutes: [
    { path: '/heddle', method: 'POST', handler: (request, response) => void answer(request, response) },
  ],
});
const app = new App({
  token: required('SLACK_BOT_TOKEN'),
  receiver,
  logLevel: LogLevel.WARN,
  clientOptions: env['SLACK_API_URL'] === undefined ? {} : { slackApiUrl: env['SLACK_API_URL'] },
});

interface Event {
  id: string;
  type: string;
  context: { subject_ref?: string };
  data?: Record<string, unknown>;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    response.writeHead(await receive(request)).end();
  } catch (error) {
    console.error(String(error));
    // It is sent again.
    response.writeHead(500).end();
  }
}

/**
 * An event of the service.
 * @returns the status to answer with. It is 204 once Slack has the message: anything but 2xx has the event sent again
 */
async function receive(request: IncomingMessage): Promise<number> {
  // The signature is over the bytes as they came: verify before parsing.
  const body = await text(request);
  let event: Event;
  try {
    event = webhook.verify(body, request.headers as Record<string, string>) as Event;
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return 400;
  }
  if (seen.has(event.id)) return 204;
  seen.add(event.id);
  try {
    await work(event);
    return 204;
  } catch (error) {
    seen.delete(event.id);
    throw error;
  }
}

async function work({ type, context, data = {} }: Event): Promise<void> {
  const id = String(data['tool_call_id']);
  switch (type) {
    case 'write.confirmation_requested':
      return await post(data as unknown as Held, context.subject_ref ?? '');
    case 'write.approval_recorded':
      return await update(id, { approvals: data['approvals'] as Approvals });
    case 'approval.reminder':
      return await say(id, `Still waiting for ${whoOf(data)}. Expires: ${String(data['expires_at'])}`);
    case 'approval.escalated':
      return await say(
        id,
        `Nobody has decided: ${whoOf(data)} may approve now.`,
        env['SLACK_ESCALATION_CHANNEL'],
      );
    case 'tool_call.completed':
      return await update(id, { status: `Over: ${String(data['status'])}` });
    default:
  }
}

async function post(held: Held, subject: string): Promise<void> {
  const { run_id, tool_call_id, digest, summary } = held;
  const choice = { run_id, tool_call_id, subject, ...(digest === undefined ? {} : { digest }) };
  const message = { channel, text: summary.title, blocks: cardOf(held, choice, { consoleUrl }) };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of Slack, not of a window
  const { ts = '' } = await app.client.chat.postMessage(message);
  posted.set(tool_call_id, { held, choice, ts });
}

/** Those who may approve now, by the groups of an event. */
function whoOf({ groups }: Record<string, unknown>): string {
  const named = Array.isArray(groups) ? groups.map(String) : [];
  return named.length === 0 ? 'anybody' : named.join(' or ');
}

/**
 * Answers in the thread of a write's message, or in the channel if this program was started since it was posted.
 * @param elsewhere a further channel that is shown the write, with its buttons
 */
async function say(id: string, text: string, elsewhere?: string): Promise<void> {
  const message = posted.get(id);
  const where = message === undefined ? { channel } : { channel, thread_ts: message.ts };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of Slack, not of a window
  await app.client.chat.postMessage({ ...where, text });
  if (elsewhere === undefined || message === undefined) return;
  const { held, choice } = message;
  const blocks = cardOf(held, choice, { consoleUrl });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of Slack, not of a window
  await app.client.chat.postMessage({ channel: elsewhere, text: held.summary.title, blocks });
}

/** Shows how far a write has come. */
async function update(
  id: string,
  { approvals, status }: { approvals?: Approvals; status?: string },
): Promise<void> {
  const message = posted.get(id);
  if (message === undefined) return;
  const { choice, ts } = message;
  const held = approvals === undefined ? message.held : { ...message.held, approvals };
  if (status === undefined) posted.set(id, { ...message, held });
  else posted.delete(id);
  const blocks = cardOf(held, choice, { consoleUrl, ...(status === undefined ? {} : { status }) });
  await app.client.chat.update({ channel, ts, text: held.summary.title, blocks });
}

for (const decision of Object.values(buttons)) {
  app.action<BlockAction<ButtonAction>>(
    { type: 'block_actions', action_id: decision },
    async ({ ack, body, action, client }) => {
      await ack();
      const choice = JSON.parse(action.value ?? '{}') as Choice;
      const where = { channel: body.channel?.id ?? channel, user: body.user.id };
      try {
        // A name in Slack can be changed by its owner. The address was verified.
        const { user } = await client.users.info({ user: body.user.id });
        const actor = user?.profile?.email;
        if (actor === undefined)
          throw new Refused('no_email', 'Slack does not say what your e-mail address is.');
        const key = `${choice.tool_call_id}-${decision}-${body.user.id}-${action.action_ts}`;
        await decide(heddle, choice, { actor, decision, key });
      } catch (error) {
        const why =
          error instanceof Refused
            ? error.message
            : 'No answer came. Your decision may have been recorded: decide again, it counts once.';
        await client.chat.postEphemeral({ ...where, text: why });
      }
    },
  );
}
// The link of a message that is too long opens the console by itself.
app.action('look', async ({ ack }) => await ack());

function required(name: string): string {
  const value = env[name];
  if (value === undefined || value === '') throw new Error(`${name} is not set`);
  return value;
}

const server = await app.start(Number(env['PORT'] ?? 9000));
const address = server.address();
console.log(`listens on port ${typeof address === 'object' ? address?.port : address}`);
