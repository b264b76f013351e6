import { lazy, Suspense } from 'react';

// A quarter of all code: loaded beside the page, which shows the plain text meanwhile.
const Renderer = lazy(() => import('./markdown-renderer.tsx'));

/** A text in Markdown, such as a model's reply. HTML in it stays text, and it loads nothing. */
export function Markdown({ text }: { text: string }) {
  return (
    <div className="prose-text">
      <Suspense fallback={<p className="whitespace-pre-wrap">{text}</p>}>
        <Renderer text={text} />
      </Suspense>
    </div>
  );
}
