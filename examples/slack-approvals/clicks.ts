import { createHash } from 'node:crypto';
import type { App, BlockAction, ButtonAction, StaticSelectAction } from '@slack/bolt';
import { ApiError, type Decision } from '#heddle-client/index.ts';
import { type Access, decide, type ShownItem } from './heddle.ts';
import type { Messages } from './messages.ts';
import { chosen, elements, type SetButton } from './rows.ts';

/** Takes the clicks on messages. */
export function takeClicks(app: App, deciding: Deciding): void {
  for (const decision of ['approve', 'reject'] as const) {
    const action_id = elements[decision];
    app.action<BlockAction<ButtonAction>>(
      { type: 'block_actions', action_id },
      async ({ ack, body, client }) => {
        await ack();
        await take(deciding, body, client, decision);
      },
    );
  }
  app.action<BlockAction<StaticSelectAction>>(
    { type: 'block_actions', action_id: new RegExp(`^${elements.decide}-\\d+$`) },
    async ({ ack, body, action, client }) => {
      await ack();
      const { decision, ...item } = chosen(action.selected_option.value, buttonOf(body));
      await take(deciding, body, client, decision, item);
    },
  );
  // The link opens the console by itself.
  app.action(elements.look, async ({ ack }) => await ack());
}

/** The way of a decision to the service, and the messages that show it. */
interface Deciding {
  access: Access;
  messages: Messages;
}

type Click = BlockAction<ButtonAction | StaticSelectAction>;

/** The value of a message's last row: the place of its calls. */
function buttonOf({ message, actions: [action] }: Click): SetButton {
  const rows = (message?.['blocks'] ?? []) as { elements?: { action_id?: string; value?: string }[] }[];
  const inRow = rows
    .flatMap(({ elements: row = [] }) => row)
    .find(({ action_id }) => action_id === elements.reject);
  const value = action?.type === 'button' ? action.value : inRow?.value;
  return JSON.parse(value ?? '') as SetButton;
}

/** Decides as the person who clicked, on one call of a message or on all that it shows. */
async function take(
  { access, messages }: Deciding,
  body: Click,
  client: App['client'],
  decision: Decision,
  one?: ShownItem,
): Promise<void> {
  const { channel, message, user, actions } = body;
  const at = { channel: channel?.id ?? '', ts: message?.ts ?? '' };
  const say = async (text: string) =>
    await client.chat.postEphemeral({ channel: at.channel, user: user.id, text: text.slice(0, 2900) });
  try {
    const { version, ...place } = buttonOf(body);
    const card = await messages.shownNow(place, at);
    const all = decision === 'approve' ? card.approvable : card.shown;
    const items = one === undefined ? all : [one];
    if (one === undefined && version !== card.version) {
      await say('The message was outdated, so nothing is decided. Look at it again.');
      return await messages.update(place);
    }
    // A name in Slack can be changed by its owner. The address was verified.
    const { user: known } = await client.users.info({ user: user.id });
    const actor = known?.profile?.email;
    if (actor === undefined) return void (await say('Slack does not say what your e-mail address is.'));
    const clicked = JSON.stringify([
      items.map(({ tool_call_id }) => tool_call_id),
      decision,
      user.id,
      actions[0]?.action_ts,
    ]);
    const key = createHash('sha256').update(clicked).digest('hex');
    const results = await decide(access, place.subject, { actor, decision, items, key });
    const refused = results.filter(({ result }) => result === 'refused');
    if (refused.length === 0) return;
    const titles = new Map(card.shown.map((call) => [call.tool_call_id, call.summary.title]));
    await say(
      refused
        .map(
          ({ tool_call_id, message: why }) => `${titles.get(tool_call_id) ?? 'A call that is over'}: ${why}`,
        )
        .join('\n'),
    );
    await messages.update(place);
  } catch (error) {
    await say(
      error instanceof ApiError
        ? error.message
        : 'No answer came. Your decision may have been recorded: decide again, it counts once.',
    );
  }
}
