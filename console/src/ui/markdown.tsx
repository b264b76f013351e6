import { lazy, memo, Suspense } from 'react';

/** What stands in for the renderer. */
function PlainText({ text }: { text: string }) {
  return <p className="whitespace-pre-wrap">{text}</p>;
}

// A quarter of all code: loaded beside the page that needs it. Where it cannot be loaded, the text is plain.
const loading = import('./markdown-renderer.tsx').catch(() => ({ default: PlainText }));
const Renderer = lazy(async () => await loading);

/** Longer texts are shown as they are: rendering takes more than linear time, and would hold up the page. */
const longest = 40_000;

/** A text in Markdown, such as a model's reply. HTML in it stays text, and it loads nothing. */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  return (
    <div className="prose-text">
      <Suspense fallback={<PlainText text={text} />}>
        {text.length > longest ? <PlainText text={text} /> : <Renderer text={text} />}
      </Suspense>
    </div>
  );
});
