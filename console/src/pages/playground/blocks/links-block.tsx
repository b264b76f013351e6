import { ExternalLink } from 'lucide-react';
import { type Block, hostOf, isSafeUrl } from './payloads.ts';
import { mostRows } from './table-block.tsx';

/** Links of a reply. What leads elsewhere than to a page is text. */
export function LinksBlock({ block: { payload } }: { block: Extract<Block, { kind: 'links' }> }) {
  return (
    <ul className="divide-y divide-line">
      {payload.items.slice(0, mostRows).map(({ label, url }, index) => (
        <li key={index}>
          {isSafeUrl(url) ? (
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="flex items-center gap-2 px-4 py-2.5 text-sm font-medium text-accent hover:bg-hover"
            >
              <span className="min-w-0 break-words">{label}</span>
              <span className="ml-auto min-w-0 truncate text-xs font-normal text-muted">{hostOf(url)}</span>
              <ExternalLink className="size-4 shrink-0" aria-hidden />
            </a>
          ) : (
            <span className="block px-4 py-2.5 text-sm">{label}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
