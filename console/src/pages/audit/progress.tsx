import { locale } from '../../text/locale.ts';
/** How much of something is done, as a bar and in figures. */
export function Progress({ done, of, what }: { done: number; of: number; what: string }) {
  const share = of === 0 ? 0 : Math.min(1, done / of);
  const text = `${done.toLocaleString(locale)}${of === 0 ? '' : ` of ${of.toLocaleString(locale)}`} ${what}`;
  return (
    <div role="status">
      <p className="text-note text-muted tabular-nums">{text}</p>
      <div className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-sunken" aria-hidden>
        <div className="h-full rounded-full bg-accent" style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  );
}
