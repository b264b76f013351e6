import { type ReactNode, useState } from 'react';
import { classes } from '../../ui/classes.ts';

/** Content behind a summary. It is rendered when it is first opened, for there may be hundreds of them on a page. */
export function Disclosure({
  title,
  children,
  className,
}: {
  title: ReactNode;
  children: () => ReactNode;
  className?: string;
}) {
  const [opened, setOpened] = useState(false);
  return (
    <details
      className={classes('text-note', className)}
      onToggle={({ currentTarget }) => setOpened((before) => before || currentTarget.open)}
    >
      <summary className="w-fit rounded text-muted hover:text-ink">{title}</summary>
      {opened && <div className="mt-2">{children()}</div>}
    </details>
  );
}
