import { type ReactNode, useId } from 'react';
import type { HeddleCall } from './calls.ts';
import { useKeptFocus } from './use-kept-focus.ts';

/** The frame of a call in which a person has a part: how far it is, what it is, and what can be done. */
export function Card({
  call: { kind, state },
  says,
  title,
  label,
  open,
  children,
}: {
  call: Pick<HeddleCall, 'kind' | 'state'>;
  /** How far it is, in words. */
  says: ReactNode;
  title: string;
  /** The kind of the item, where its title does not name it. */
  label?: string;
  /** Whether something can be done. */
  open: boolean;
  children: ReactNode;
}) {
  const id = useId();
  const card = useKeptFocus<HTMLElement>(open);
  const Title = label === undefined ? 'h2' : 'p';
  return (
    <section
      ref={card}
      tabIndex={-1}
      // A conversation keeps many cards: only what waits is a landmark.
      role={state === 'waiting' ? 'region' : 'group'}
      className="heddle-card"
      data-kind={kind}
      data-state={state}
      aria-label={label}
      aria-labelledby={label === undefined ? id : undefined}
    >
      <p className="heddle-card-state">{says}</p>
      <Title id={id} className="heddle-card-title">
        {title}
      </Title>
      {children}
    </section>
  );
}
