import { Component, type ReactNode } from 'react';
import type { Message } from '../../../api/schema.ts';
import { JsonView } from '../../../ui/json-view.tsx';
import { Markdown } from '../../../ui/markdown.tsx';
import { BlockView } from '../blocks/block-view.tsx';
import { readBlock } from '../blocks/payloads.ts';

/** Parts in order; the plain content where a kind of block is not known. The data of a reply is of any shape. */
export function Reply({ message: { content, parts }, rest }: { message: Message; rest: string }) {
  if (parts === null) return <Markdown text={rest} />;
  const shown = parts.map((part) =>
    part.type === 'text'
      ? { text: rest === content ? part.text : rest }
      : part.kind === 'reply'
        ? { data: part.payload }
        : { block: readBlock(part.kind, part.payload) },
  );
  if (shown.some((part) => 'block' in part && part.block === undefined)) return <Markdown text={rest} />;
  return shown.map((part, index) => (
    <BlockBoundary key={index}>
      {'text' in part && <Markdown text={part.text ?? ''} />}
      {'data' in part && <JsonView value={part.data} label="Data of the reply" />}
      {'block' in part && part.block && <BlockView block={part.block} />}
    </BlockBoundary>
  ));
}

/** Keeps a part of a reply that cannot be shown from taking the conversation with it. */
class BlockBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override state = { failed: false };

  override render(): ReactNode {
    return this.state.failed ? (
      <p className="rounded-card border px-4 py-3 text-sm text-muted">This part cannot be shown.</p>
    ) : (
      this.props.children
    );
  }
}
