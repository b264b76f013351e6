import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';

/**
 * A menu behind a button. Not modal: a modal one would hold the page still by an inline style sheet, which the content
 * security policy forbids.
 */
export function Menu({
  trigger,
  children,
  align = 'end',
}: {
  trigger: ReactNode;
  children: ReactNode;
  align?: 'start' | 'end';
}) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 min-w-48 animate-appear rounded-xl border bg-surface p-1 shadow-float"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const item =
  'flex items-center gap-2.5 rounded-lg px-2.5 py-1.5 text-sm outline-none data-[highlighted]:bg-hover [&_svg]:size-4 [&_svg]:text-muted';

/** One thing to do in a menu. */
export function MenuItem({
  onSelect,
  danger = false,
  checked,
  children,
}: {
  onSelect: () => void;
  danger?: boolean;
  /** For a choice: whether it is the current one. */
  checked?: boolean;
  children: ReactNode;
}) {
  const merged = classes(item, danger && 'text-bad [&_svg]:text-bad');
  if (checked === undefined) {
    return (
      <Radix.Item className={merged} onSelect={onSelect}>
        {children}
      </Radix.Item>
    );
  }
  return (
    <Radix.CheckboxItem className={merged} checked={checked} onSelect={onSelect}>
      {children}
      <Radix.ItemIndicator className="ml-auto">
        <Check aria-hidden />
      </Radix.ItemIndicator>
    </Radix.CheckboxItem>
  );
}

/** A heading in a menu. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2.5 pt-2 pb-1 text-xs text-muted">{children}</Radix.Label>;
}

export function MenuSeparator() {
  return <Radix.Separator className="my-1 h-px bg-line" />;
}
