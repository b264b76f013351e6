import { counted } from '../../../text/counted.ts';
import { ItemLine, ItemLines, SettledWords } from './item-line.tsx';
import { type LeftOut, leftOutWords } from './left-out.ts';

/** The selected calls on which nothing is decided, and why. */
export function LeftOutLines({ left }: { left: readonly LeftOut[] }) {
  if (left.length === 0) return null;
  return (
    <section aria-label="Left out">
      <h3 className="mb-1.5 text-note font-semibold text-warn">
        Left out: {counted(left.length, 'call')}, on which nothing is decided here
      </h3>
      <ItemLines label="Left out">
        {left.map(({ item, why }) => (
          <ItemLine key={item.tool_call_id} item={item}>
            <span className="text-warn">
              {why === 'gone' ? <SettledWords item={item} /> : leftOutWords(why)}
            </span>
          </ItemLine>
        ))}
      </ItemLines>
    </section>
  );
}
