import type { KnownBlock, PlainTextElement } from '@slack/types';
import type { Choice, Held } from './heddle.ts';

/** The names of the buttons, by which their clicks come back. */
export const buttons = { approve: 'approve', reject: 'reject' } as const;

/** The longest text of a section: Slack allows 3,000 characters. */
const longestText = 2900;

/**
 * The card of a held call: the summary, and below it all arguments as they will be sent, as plain text, so that a value
 * cannot format itself, mention somebody or become a link. If they do not fit into a message, there is no button to
 * approve: nobody approves what they have not seen.
 */
export function cardOf(
  held: Held,
  choice: Choice,
  { status, consoleUrl }: { status?: string; consoleUrl: string },
): KnownBlock[] {
  const { summary, args, connection, risk, repeats, expires_at, approvals, digest } = held;
  const { rejected_before: rejected, expired_before: expired, reason } = held;
  const all = visible(JSON.stringify(args, null, 1));
  const facts = [
    `${held.patch_ref}${connection === undefined ? '' : ` on ${connection.name}`}`,
    `risk: ${risk}`,
    `expires: ${expires_at}`,
    ...(repeats === undefined ? [] : [`REPEATS a call of ${repeats.at} (${repeats.status})`]),
    ...(approvals === undefined
      ? []
      : [`approved by ${namesOf(approvals)}: ${approvals.given.length} of ${approvals.required}`]),
    ...(digest === undefined ? [] : [digest]),
  ];
  const url = `${consoleUrl}/runs/${held.run_id}`;
  return [
    ...(rejected === undefined
      ? []
      : [
          section(
            `REJECTED before by ${rejected.by} at ${rejected.at}\n${visible(JSON.stringify(rejected.detail ?? {}))}`,
          ),
        ]),
    ...(expired === undefined ? [] : [section(`EXPIRED before at ${expired.at}`)]),
    section(summary.title),
    ...(summary.fields ?? []).slice(0, 32).map(({ label, value }) => section(`${label}\n${value}`)),
    section(all),
    ...(reason === undefined ? [] : [section(`The agent says: ${visible(reason)}`)]),
    { type: 'context', elements: facts.map((fact) => plain(shortened(fact, 150))) },
    status === undefined ? actions(choice, { isWhole: all.length <= longestText, url }) : section(status),
  ];
}

/** Characters that cannot be seen are written out. They could turn a text around, or hide a part of it. */
function visible(json: string): string {
  return json.replaceAll(/[^\P{C}\n]|[^\P{Z} ]/gu, (character) => `[U+${hexOf(character)}]`);
}

function hexOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

function actions(choice: Choice, { isWhole, url }: { isWhole: boolean; url: string }): KnownBlock {
  const value = JSON.stringify(choice);
  const approve = {
    type: 'button',
    action_id: buttons.approve,
    style: 'primary',
    text: plain('Approve'),
    value,
  } as const;
  const look = {
    type: 'button',
    action_id: 'look',
    text: plain('Too long for Slack: see it in the console'),
    url,
  } as const;
  const reject = {
    type: 'button',
    action_id: buttons.reject,
    style: 'danger',
    text: plain('Reject'),
    value,
  } as const;
  return { type: 'actions', elements: [isWhole ? approve : look, reject] };
}

function section(text: string): KnownBlock {
  return { type: 'section', text: plain(shortened(text, longestText)) };
}

/** A text that is cut says so. */
function shortened(text: string, most: number): string {
  return text.length <= most
    ? text
    : `${text.slice(0, most - 60)} … ${text.length - most + 60} more characters`;
}

function plain(text: string): PlainTextElement {
  return { type: 'plain_text', text, emoji: false };
}

function namesOf({ given }: NonNullable<Held['approvals']>): string {
  return given.length === 0 ? 'nobody yet' : given.map(({ actor }) => actor).join(', ');
}
