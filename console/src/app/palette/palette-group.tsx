import { Command } from 'cmdk';
import type { ComponentProps } from 'react';

const look =
  '[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted';

/** Things of one kind, under a heading. */
export function PaletteGroup(props: ComponentProps<typeof Command.Group>) {
  return <Command.Group className={look} {...props} />;
}
