import type { ReactNode } from 'react';
import { DescriptionList } from '../../../ui/description-list.tsx';
import { Markdown } from '../../../ui/markdown.tsx';
import { LinksBlock } from './links-block.tsx';
import type { Block } from './payloads.ts';
import { mostRows, TableBlock } from './table-block.tsx';

/** A rich block of a reply. */
export function BlockView({ block }: { block: Block }) {
  return (
    <figure className="overflow-hidden rounded-card border bg-surface shadow-card">
      {block.payload.title !== undefined && (
        <figcaption className="border-b px-4 py-2.5 text-sm font-semibold">{block.payload.title}</figcaption>
      )}
      <BlockContent block={block} />
    </figure>
  );
}

function BlockContent({ block }: { block: Block }): ReactNode {
  switch (block.kind) {
    case 'text':
      return (
        <div className="px-4 py-3">
          <Markdown text={block.payload.text} />
        </div>
      );
    case 'key_value':
      return (
        <DescriptionList
          className="px-4 py-3"
          rows={block.payload.items
            .slice(0, mostRows)
            .map(({ label, value }) => [label, value === null ? '—' : String(value)])}
        />
      );
    case 'links':
      return <LinksBlock block={block} />;
    case 'table':
      return <TableBlock block={block} />;
    default:
      return block satisfies never;
  }
}
