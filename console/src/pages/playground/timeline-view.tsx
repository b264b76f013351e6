import { restOf } from '../../conversation/spoken.ts';
import { EarlierButton } from './earlier-button.tsx';
import { DraftItem } from './items/draft-item.tsx';
import type { ItemProps } from './items/item-props.ts';
import { TimelineItem } from './items/timeline-item.tsx';
import { UserBubble } from './items/user-bubble.tsx';
import { waitsForNobody } from './waits.ts';
import { Working } from './working.tsx';

/** Everything that happened on a thread, in order, and what it waits for. */
export function TimelineView({
  onItsWay,
  ...props
}: ItemProps & {
  /** A message on its way that is not on the timeline yet. */
  onItsWay: string | undefined;
}) {
  const { view, agentName } = props;
  const working = view.open.length > 0 && !view.loading && waitsForNobody(view);
  // Text of a run before its pause stands above the item that it paused for.
  const underWay = view.drafts.flatMap((draft) => {
    const shown = view.spoken.get(draft.runId)?.at(-1)?.text ?? '';
    const text = restOf(draft.text, shown) ?? draft.text;
    return text === '' ? [] : [{ ...draft, text }];
  });
  return (
    <>
      <EarlierButton view={view} />
      <ol className="space-y-5">
        {view.timeline.map((item) => (
          <li key={item.key} data-item={item.key}>
            <TimelineItem item={item} {...props} />
          </li>
        ))}
        {onItsWay !== undefined && (
          <li>
            <UserBubble text={onItsWay} />
          </li>
        )}
        {underWay.map(({ messageId, text }) => (
          <li key={messageId}>
            <DraftItem text={text} agentName={agentName} />
          </li>
        ))}
        {working && underWay.length === 0 && <Working agentName={agentName} />}
      </ol>
    </>
  );
}
