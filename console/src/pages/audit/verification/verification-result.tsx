import { CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { visibleLine } from '#contract/unseen-characters.ts';
import { counted } from '../../../text/counted.ts';
import { saveFile } from '../../../statements/save-file.ts';
import { Time } from '../../../time/time.tsx';
import { Button } from '../../../ui/button.tsx';
import { FoundFaults } from './found-faults.tsx';
import type { LogVerification } from './verify-log.ts';
import { locale } from '../../../text/locale.ts';

/** What was verified, up to where, and what was found. */
export function VerificationResult({ result }: { result: LogVerification }) {
  const { entries, seq, hash, signed, kept, faults, first, jws, keys } = result;
  return (
    <div role="status" className="space-y-3 text-sm">
      {faults.length > 0 ? (
        <FoundFaults faults={faults} first={first} />
      ) : (
        <ul className="space-y-3">
          <Found>
            {entries === 0
              ? 'The log is empty.'
              : `Entries 1 to ${seq.toLocaleString(locale)} are unchanged: each has the hash that was computed of it, and follows on the one before. The names they show are those that were sealed.`}
          </Found>
          <Found>
            The head that the service signed, of entry {signed.seq.toLocaleString(locale)}
            {signed.at !== undefined && (
              <>
                {' '}
                of <Time at={signed.at} />
              </>
            )}
            , is that entry. Its signature is of the key <Code>{signed.kid}</Code>.
          </Found>
          {kept.length > 0 && (
            <Found>
              {counted(kept.length, 'head')} that you kept {kept.length === 1 ? 'is' : 'are'} in the chain,
              and signed: of {kept.length === 1 ? 'entry' : 'entries'}{' '}
              {kept.map((head) => head.seq.toLocaleString(locale)).join(', ')}. Nothing before was changed
              since.
            </Found>
          )}
        </ul>
      )}
      {kept.length === 0 && (
        <Note>
          No kept head was compared. A log that was rewritten as a whole, or cut off at its end, cannot be
          told from a good one without. Keep this head where whoever runs the service cannot change it.
        </Note>
      )}
      {seq > signed.seq && (
        <Note>
          {`The entries after ${signed.seq.toLocaleString(locale)} came after that head was signed: the chain links them to it.`}
        </Note>
      )}
      <Note>
        This page comes from the service as well. For a proof to an outsider, export the log and run{' '}
        <Code>admin audit verify --file</Code> elsewhere.
      </Note>
      <p className="text-note break-all text-muted">
        Hash of entry {seq.toLocaleString(locale)}: <Code>{hash}</Code>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => saveFile(`audit-head-${signed.seq}.txt`, `${jws}\n`)}>
          Save this head
        </Button>
        <Button size="small" onClick={() => saveFile('audit-keys.json', JSON.stringify(keys, null, 2))}>
          Save the keys
        </Button>
      </div>
    </div>
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

function Note({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2.5 text-note text-muted">
      <Info className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span className="min-w-0">{children}</span>
    </p>
  );
}

function Code({ children }: { children: string }) {
  return <code className="font-mono text-xs wrap-anywhere text-ink">{visibleLine(children)}</code>;
}
