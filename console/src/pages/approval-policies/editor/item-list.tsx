import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/card.tsx';
import { useFault } from './faults.ts';
import { ItemCard } from './item-card.tsx';
import { type Members, moved, withItem } from './model/draft.ts';
import { textOf } from './model/texts.ts';

/** The rules or the limits of a policy: to add, change, move and remove. */
export function ItemList({
  kind,
  title,
  description,
  items,
  most,
  path,
  ordered = false,
  makeItem,
  onChange,
  renderFields,
}: {
  /** "Rule" or "Limit". */
  kind: string;
  title: string;
  description: string;
  items: readonly Members[];
  most: number;
  /** Where they are in the policy. */
  path: string;
  ordered?: boolean;
  makeItem: (name: string) => Members;
  onChange: (items: Members[]) => void;
  renderFields: (item: Members, path: string, onChange: (item: Members) => void) => ReactNode;
}) {
  const fault = useFault(path, { below: false });
  const add = (): void => onChange([...items, makeItem(freeName(kind, items))]);
  return (
    <Section
      title={title}
      description={description}
      actions={
        <Button size="small" disabled={items.length >= most} onClick={add}>
          <Plus aria-hidden /> Add a {kind.toLowerCase()}
        </Button>
      }
    >
      <div className="bg-canvas p-4 sm:p-5">
        {fault !== undefined && <p className="mb-3 text-note text-bad">{fault}</p>}
        {items.length === 0 && <p className="text-sm text-muted">None.</p>}
        <ol aria-label={title} className="space-y-4">
          {items.map((item, index) => (
            <ItemCard
              key={index}
              kind={kind}
              name={textOf(item['name'])}
              index={index}
              count={items.length}
              {...(ordered && { onMove: (by: -1 | 1) => onChange(moved(items, index, by)) })}
              onRemove={() => onChange(withItem(items, index, undefined))}
            >
              {renderFields(item, `${path}.${index}`, (next) => onChange(withItem(items, index, next)))}
            </ItemCard>
          ))}
        </ol>
      </div>
    </Section>
  );
}

/** A name that no other one has: it has to be unique. */
function freeName(kind: string, items: readonly Members[]): string {
  const taken = new Set(items.map(({ name }) => name));
  const names = items.map((_, index) => `${kind.toLowerCase()} ${index + 1}`);
  return names.find((name) => !taken.has(name)) ?? `${kind.toLowerCase()} ${items.length + 1}`;
}
