import { lazy, Suspense } from 'react';

/** What stands in for the renderer. */
function PlainText({ text }: { text: string }) {
  return <p className="whitespace-pre-wrap">{text}</p>;
}

// A quarter of all code: loaded beside the page that needs it. Where it cannot be loaded, the text is plain.
const loading = import('./markdown-renderer.tsx').catch(() => ({ default: PlainText }));
const Renderer = lazy(async () => await loading);

/** A text in Markdown, such as a model's reply. HTML in it stays text, and it loads nothing. */
export function Markdown({ text }: { text: string }) {
  return (
    <div className="prose-text">
      <Suspense fallback={<PlainText text={text} />}>
        <Renderer text={text} />
      </Suspense>
    </div>
  );
}
