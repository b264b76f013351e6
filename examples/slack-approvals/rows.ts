import type { ActionsBlock, Button, PlainTextElement, StaticSelect } from '@slack/types';
import type { ShownCall } from './call.ts';
import type { Decision } from '#heddle-client/index.ts';
import type { Place, ShownItem } from './heddle.ts';

/** The names of the elements, by which their clicks come back. */
export const elements = { approve: 'approve', reject: 'reject', decide: 'decide', look: 'look' } as const;

/** The value of the buttons for all calls of a message. */
export interface SetButton extends Place {
  version: string;
}

/** The menu with which one call of several is decided on. */
export function menuOf({ held, number, obstacle }: ShownCall): StaticSelect {
  const option = (decision: 'approve' | 'reject', label: string) => ({
    text: plain(`${label} call ${number}`),
    // At most 150 characters: the rest is in the value of the last row.
    value: `${decision} ${held.tool_call_id} ${held.digest ?? ''}`.trim(),
  });
  return {
    type: 'static_select',
    action_id: `${elements.decide}-${number}`,
    placeholder: plain(`Call ${number}`),
    options: [...(obstacle === undefined ? [option('approve', 'Approve')] : []), option('reject', 'Reject')],
  };
}

/** The decision and the item of an option that was chosen. */
export function chosen(value: string, { run_id }: Place): { decision: Decision } & ShownItem {
  const [decision, tool_call_id = '', digest] = value.split(' ');
  return {
    decision: decision === elements.approve ? 'approve' : 'reject',
    run_id,
    tool_call_id,
    ...(digest === undefined ? {} : { digest }),
  };
}

/** The buttons for all shown calls. */
export function lastRow({
  button,
  counts: { isAlone, approvable, shown },
  url,
}: {
  button: SetButton;
  counts: { isAlone: boolean; approvable: number; shown: number };
  url: string | undefined;
}): ActionsBlock {
  const value = JSON.stringify(button);
  const clickable = (action_id: 'approve' | 'reject', text: string): Button => ({
    type: 'button',
    action_id: elements[action_id],
    style: action_id === 'approve' ? 'primary' : 'danger',
    text: plain(text),
    value,
  });
  return {
    type: 'actions',
    elements: [
      ...(approvable === 0 ? [] : [clickable('approve', isAlone ? 'Approve' : `Approve all ${approvable}`)]),
      clickable('reject', isAlone ? 'Reject' : `Reject all ${shown}`),
      ...(url === undefined
        ? []
        : [{ type: 'button' as const, action_id: elements.look, text: plain('Open the console'), url }]),
    ],
  };
}

export function plain(text: string): PlainTextElement {
  return { type: 'plain_text', text, emoji: false };
}
