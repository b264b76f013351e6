import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { App, HTTPReceiver, LogLevel } from '@slack/bolt';
import { type Event, verifyWebhook, WebhookVerificationError } from '#heddle-client/index.ts';
import { takeClicks } from './clicks.ts';
import type { Access } from './heddle.ts';
import { Messages } from './messages.ts';

/**
 * Approvals in Slack: posts the writes that a turn holds together as one message to a channel, and sends back what people decide there,
 * in their own name. README.md says how to set it up.
 */
const { env } = process;
const access: Access = {
  url: env['HEDDLE_URL'] ?? 'http://127.0.0.1:8080',
  keyId: required('HEDDLE_SIGNING_KEY_ID'),
  secret: required('HEDDLE_SIGNING_KEY'),
};
const webhookSecret = required('WEBHOOK_SECRET');
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
const messages = new Messages(app.client, access, {
  channel: required('SLACK_CHANNEL'),
  consoleUrl: env['CONSOLE_URL'] ?? `${access.url}/console`,
});
takeClicks(app, { access, messages });

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
  const body = await buffer(request);
  let event: Event;
  try {
    event = await verifyWebhook({ body, headers: request.headers }, webhookSecret);
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

async function work(event: Event): Promise<void> {
  const { context, run_id = '' } = event;
  switch (event.type) {
    case 'write.confirmation_requested':
      return await messages.held(event.data, context.subject_ref ?? '');
    case 'write.approval_recorded':
      return await messages.changed(run_id, event.data.tool_call_id);
    case 'tool_call.completed':
      return await messages.changed(run_id, event.data.tool_call_id, outcomeOf(event.data));
    case 'approval.reminder':
    case 'approval.escalated': {
      const { stage, waiting_since, groups, expires_at } = event.data;
      const topic = `${event.type} ${stage} ${waiting_since}`;
      const who = groups.length === 0 ? 'anybody' : groups.join(' or ');
      return event.type === 'approval.reminder'
        ? await messages.say(event.data, `Still waiting for ${who}. Expires: ${expires_at}`, { topic })
        : await messages.say(event.data, `Nobody has decided: ${who} may approve now.`, {
            topic,
            elsewhere: env['SLACK_ESCALATION_CHANNEL'],
          });
    }
    default:
  }
}

/** The status of a call that is over, or its error. */
function outcomeOf({ status, result }: Extract<Event, { type: 'tool_call.completed' }>['data']): string {
  const { code } = (result?.['error'] ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : status;
}

function required(name: string): string {
  const value = env[name];
  if (value === undefined || value === '') throw new Error(`${name} is not set`);
  return value;
}

const server = await app.start(Number(env['PORT'] ?? 9000));
const address = server.address();
console.log(`listens on port ${typeof address === 'object' ? address?.port : address}`);
