import { Component, lazy, memo, type ReactNode, Suspense } from 'react';

/** Fallback of the renderer. */
function PlainText({ text }: { text: string }) {
  return <p className="whitespace-pre-wrap">{text}</p>;
}

// A quarter of all code: loaded beside the page that needs it. Where it cannot be loaded, the text is plain.
const loading = import('./markdown-renderer.tsx').catch(() => ({ default: PlainText }));
const Renderer = lazy(async () => await loading);

const longest = 40_000;
const mostMarks = 3000;

/** Whether a text would hold up the page: rendering takes time with the square of the marks that may open something. */
export function isTooMuch(text: string): boolean {
  return text.length > longest || (text.match(/[*_~`[\]<>]/g)?.length ?? 0) > mostMarks;
}

/** Shows a text as it is where rendering fails, as it does for thousands of quotes inside each other. */
class OrPlain extends Component<{ text: string; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <PlainText text={this.props.text} /> : this.props.children;
  }
}

/** A text in Markdown, such as a model's reply. HTML in it stays text, and it loads nothing. */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  return (
    <div className="prose-text">
      {isTooMuch(text) ? (
        <PlainText text={text} />
      ) : (
        <OrPlain text={text}>
          <Suspense fallback={<PlainText text={text} />}>
            <Renderer text={text} />
          </Suspense>
        </OrPlain>
      )}
    </div>
  );
});
