import { createHmac } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { serveOnLoopback } from '#tools/dev/stand-ins/loopback.ts';

/** A request of a program to Slack. */
export interface SlackCall {
  method: string;
  fields: Record<string, string>;
}

/** A block of a message, as far as tests look at it. */
export interface SlackBlock {
  type: string;
  text?: { type: string; text: string };
  elements?: { type: string; action_id?: string; value?: string; text?: unknown }[];
}

/** A local server that speaks the protocol of Slack's Web API, and clicks on buttons as Slack does. */
export interface SlackServer {
  /** For `slackApiUrl`. */
  url: string;
  calls: SlackCall[];
  /**
   * Somebody clicks on the button of a message, with a signed request.
   * @returns the status of the answer
   */
  click: (url: string, user: string, button: { action_id: string; value: string }) => Promise<number>;
  stop: () => Promise<void>;
}

/** @param people the e-mail addresses of the users, by their ids */
export async function startSlackServer(
  signingSecret: string,
  people: Record<string, string>,
): Promise<SlackServer> {
  const calls: SlackCall[] = [];
  let clicks = 0;
  const { url, stop } = await serveOnLoopback(async (request, response) => {
    const method = (request.url ?? '').replace(/^\/api\//, '');
    const fields = Object.fromEntries(new URLSearchParams(await text(request)));
    calls.push({ method, fields });
    const user = { profile: { email: people[fields['user'] ?? ''] } };
    const answer =
      method === 'users.info' ? { user } : { ts: `${calls.length}.0001`, channel: fields['channel'] };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ok: true, user_id: 'U0', bot_id: 'B0', ...answer }));
  });
  return {
    url: `${url}/api/`,
    calls,
    stop,
    click: async (to, user, button) => {
      clicks += 1;
      const payload = JSON.stringify({
        type: 'block_actions',
        team: { id: 'T0' },
        user: { id: user },
        channel: { id: 'C0' },
        actions: [{ type: 'button', block_id: 'b', action_ts: `${clicks}.0`, ...button }],
      });
      const body = new URLSearchParams({ payload }).toString();
      const timestamp = String(Math.floor(Date.now() / 1000));
      const signature = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex');
      const { status } = await fetch(to, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-slack-request-timestamp': timestamp,
          'x-slack-signature': `v0=${signature}`,
        },
        body,
      });
      return status;
    },
  };
}
