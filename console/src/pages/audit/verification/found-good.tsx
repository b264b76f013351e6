import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { counted } from '../../../text/counted.ts';
import { locale } from '../../../text/locale.ts';
import { Time } from '../../../time/time.tsx';
import { VerbatimCode } from './verbatim-code.tsx';
import type { LogVerification } from './verify-log.ts';

/** The part of the log that was verified, with its last entry. */
export function FoundGood({ result: { entries, seq, signed, kept } }: { result: LogVerification }) {
  return (
    <ul className="space-y-3">
      <Found>
        {entries === 0
          ? 'The log is empty.'
          : `Entries 1 to ${seq.toLocaleString(locale)} are unchanged: each has the hash that was computed for it, and follows the one before. The names in them are those that were sealed.`}
      </Found>
      <Found>
        The head that the service signed, of entry {signed.seq.toLocaleString(locale)}
        {signed.at !== undefined && (
          <>
            {' '}
            of <Time at={signed.at} />
          </>
        )}
        , is that entry. Its signature is of the key <VerbatimCode>{signed.kid}</VerbatimCode>.
      </Found>
      {kept.length > 0 && (
        <Found>
          {counted(kept.length, 'head')} that you kept {kept.length === 1 ? 'is' : 'are'} in the chain, and
          signed: of {kept.length === 1 ? 'entry' : 'entries'}{' '}
          {kept.map((head) => head.seq.toLocaleString(locale)).join(', ')}. Nothing before was changed since.
        </Found>
      )}
    </ul>
  );
}

function Found({ children }: { children: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5">
      <CircleCheck className="mt-0.5 size-4 shrink-0 text-good" aria-hidden />
      <span className="min-w-0">{children}</span>
    </li>
  );
}
