import { Command } from 'cmdk';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Kbd } from '../../ui/kbd.tsx';

/** Something that the command palette finds. */
export function PaletteItem({
  icon: Icon,
  value,
  keywords,
  onSelect,
  keys,
  children,
}: {
  icon: LucideIcon;
  value: string;
  keywords?: string[];
  onSelect: () => void;
  keys?: string[];
  children: ReactNode;
}) {
  return (
    <Command.Item
      value={value}
      {...(keywords && { keywords })}
      onSelect={onSelect}
      className="flex h-9 cursor-pointer items-center gap-3 rounded-lg px-3 text-sm data-[selected=true]:bg-accent-soft data-[selected=true]:text-accent [&_svg]:size-4"
    >
      <Icon aria-hidden />
      {children}
      {keys !== undefined && (
        <span className="ml-auto flex gap-1">
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      )}
    </Command.Item>
  );
}
