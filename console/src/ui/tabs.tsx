import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';

/** Views of one thing, of which one is shown. */
export function Tabs<Name extends string>({
  value,
  onChange,
  tabs,
  label,
  className,
  listClassName,
}: {
  value: Name;
  onChange: (value: Name) => void;
  tabs: { name: Name; title: ReactNode; content: ReactNode }[];
  label: string;
  className?: string;
  listClassName?: string;
}) {
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as Name)} className={className}>
      <Radix.List
        aria-label={label}
        className={classes('flex gap-5 overflow-x-auto border-b', listClassName)}
      >
        {tabs.map(({ name, title }) => (
          <Radix.Trigger
            key={name}
            value={name}
            className="-mb-px border-b-2 border-transparent py-2.5 text-sm font-medium whitespace-nowrap text-muted transition-colors hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {title}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ name, content }) => (
        <Radix.Content key={name} value={name} className="min-h-0 flex-1 rounded-lg">
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
