import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { saveFile } from '../../../statements/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { FoundFaults } from './found-faults.tsx';
import { FoundGood } from './found-good.tsx';
import { VerbatimCode } from './verbatim-code.tsx';
import type { LogVerification } from './verify-log.ts';
import { locale } from '../../../text/locale.ts';

/** The verified range, and the findings. */
export function VerificationResult({ result }: { result: LogVerification }) {
  const { seq, hash, signed, kept, faults, first, jws, keys } = result;
  return (
    <div role="status" className="space-y-3 text-sm">
      {faults.length > 0 ? <FoundFaults faults={faults} first={first} /> : <FoundGood result={result} />}
      {kept.length === 0 && (
        <Note>
          No kept head was compared. Without one, a log that was rewritten completely, or cut off at its end,
          looks valid. Keep this head where the operator of the service cannot change it.
        </Note>
      )}
      {seq > signed.seq && (
        <Note>
          {`The entries after ${signed.seq.toLocaleString(locale)} came after that head was signed: the chain links them to it.`}
        </Note>
      )}
      <Note>
        This page comes from the same service. For a proof to an outsider, export the log and run{' '}
        <VerbatimCode>admin audit verify --file</VerbatimCode> elsewhere.
      </Note>
      <p className="text-note break-all text-muted">
        Hash of entry {seq.toLocaleString(locale)}: <VerbatimCode>{hash}</VerbatimCode>
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

function Note({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2.5 text-note text-muted">
      <Info className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span className="min-w-0">{children}</span>
    </p>
  );
}
