import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';

const plugins = [remarkGfm];

// Images would be loaded from other hosts, which a model's text must not bring about.
const disallowed = ['img'];

const components: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  ),
  pre: ({ children }) => (
    <pre tabIndex={0} role="region" aria-label="Code">
      {children}
    </pre>
  ),
  table: ({ children }) => (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Table">
      <table>{children}</table>
    </div>
  ),
};

/** A text in Markdown, such as a model's reply. HTML in it stays text, and it loads nothing. */
export function Markdown({ text }: { text: string }) {
  return (
    <div className="prose-text">
      <ReactMarkdown
        remarkPlugins={plugins}
        components={components}
        disallowedElements={disallowed}
        skipHtml={false}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
}
