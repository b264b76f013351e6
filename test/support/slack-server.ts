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
  elements?: SlackElement[];
}

/** A button or a menu. */
export interface SlackElement {
  type: string;
  action_id?: string;
  value?: string;
  text?: { type: string; text: string };
  options?: { text: { text: string }; value: string }[];
}

/** A local server that speaks the protocol of Slack's Web API, and clicks on buttons as Slack does. */
export interface SlackServer {
  /** For `slackApiUrl`. */
  url: string;
  calls: SlackCall[];
  /** The blocks of each message as they are now, by channel and time. */
  messages: Map<string, SlackBlock[]>;
  /**
   * Somebody clicks on the button of a message, or chooses an option of a menu, with a signed request. It comes with the
   * message as it is now, which may have lost the element.
   * @returns the status of the answer
   */
  click: (url: string, user: string, element: { action_id: string; value: string }) => Promise<number>;
  stop: () => Promise<void>;
}

/** @param people the e-mail addresses of the users, by their ids */
export async function startSlackServer(
  signingSecret: string,
  people: Record<string, string>,
): Promise<SlackServer> {
  const calls: SlackCall[] = [];
  const messages = new Map<string, SlackBlock[]>();
  /** The message that had an element last: somebody may still see it when it is gone. */
  const drawn = new Map<string, { place: string; type: string }>();
  let clicks = 0;
  const { url, stop } = await serveOnLoopback(async (request, response) => {
    const method = (request.url ?? '').replace(/^\/api\//, '');
    const fields = Object.fromEntries(new URLSearchParams(await text(request)));
    calls.push({ method, fields });
    const user = { profile: { email: people[fields['user'] ?? ''] } };
    const ts = fields['ts'] ?? `${calls.length}.0001`;
    const answer = method === 'users.info' ? { user } : { ts, channel: fields['channel'] };
    if (fields['blocks'] !== undefined) {
      const place = `${fields['channel']} ${ts}`;
      const blocks = JSON.parse(fields['blocks']) as SlackBlock[];
      messages.set(place, blocks);
      for (const { action_id = '', type } of blocks.flatMap(({ elements = [] }) => elements))
        drawn.set(action_id, { place, type });
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ok: true, user_id: 'U0', bot_id: 'B0', ...answer }));
  });
  return {
    url: `${url}/api/`,
    calls,
    messages,
    stop,
    click: async (to, user, { action_id, value }) => {
      clicks += 1;
      const { place = 'C0 0', type = 'button' } = drawn.get(action_id) ?? {};
      const [channel, ts] = place.split(' ');
      const blocks = messages.get(place) ?? [];
      const payload = JSON.stringify({
        type: 'block_actions',
        team: { id: 'T0' },
        user: { id: user },
        channel: { id: channel },
        message: { type: 'message', ts, blocks },
        actions: [
          {
            block_id: 'b',
            action_ts: `${clicks}.0`,
            action_id,
            type,
            ...(type === 'static_select' ? { selected_option: { value } } : { value }),
          },
        ],
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
