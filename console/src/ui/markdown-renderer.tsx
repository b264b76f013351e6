import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';

const plugins = [remarkGfm];

// Images would be loaded from other hosts, which a model's text must not bring about.
const disallowed = ['img'];

const components: Components = {
  // The words of a link may name another host than it leads to.
  a: ({ href, children }) => (
    <a href={href} title={href} target="_blank" rel="noopener noreferrer nofollow">
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

/** Renders Markdown. Use `Markdown`, which loads this. */
export default function MarkdownRenderer({ text }: { text: string }) {
  return (
    <ReactMarkdown remarkPlugins={plugins} components={components} disallowedElements={disallowed}>
      {text}
    </ReactMarkdown>
  );
}
