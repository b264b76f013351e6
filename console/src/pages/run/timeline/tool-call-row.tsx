import { visibleLine } from '#contract/words/unseen-characters.ts';
import type { ToolCall } from '../../../api/schema.ts';
import { ReceiptButton } from '../../../receipts/receipt-button.tsx';
import type { PlaceInTrace } from '../../../receipts/receipts-of.ts';
import { useNow } from '../../../time/use-now.ts';
import { JsonView } from '../../../ui/json-view.tsx';
import { Prose } from '../../../ui/prose.tsx';
import { Disclosure } from '../disclosure.tsx';
import { adviceOnCall } from '../story/call-advice.ts';
import { CallHead } from './call-head.tsx';
import { CallWords } from './call-words.tsx';
import type { Scale } from './scale.ts';
import { SpanBar } from './span-bar.tsx';
import { spansOfCall } from './spans.ts';
import { Tries } from './tries.tsx';

/** One call: what it was, how it went, who decided it, and on demand everything that went in and out. */
export function ToolCallRow({ call, place, scale }: { call: ToolCall; place: PlaceInTrace; scale: Scale }) {
  const spans = spansOfCall(call, useNow());
  const { tries, patch_ref } = call;
  return (
    <div>
      <CallHead call={call} />
      <SpanBar scale={scale} spans={spans} />
      {call.error !== undefined && <CallFault error={call.error} />}
      {tries !== undefined && <Tries who="host" tries={tries} label={`Tries of ${patch_ref}`} />}
      <CallWords call={call} />
      <ReceiptButton call={call} place={place} />
      <Disclosure title="Arguments, result and request" className="mt-2">
        {() => (
          <div className="grid grid-cols-1 gap-3 lg:grid-cols-2">
            <JsonView value={call.args} label={`Arguments of ${patch_ref}`} />
            {call.result !== undefined && <JsonView value={call.result} label={`Result of ${patch_ref}`} />}
            {call.request !== undefined && (
              <JsonView value={call.request} label={`Request of ${patch_ref}`} />
            )}
          </div>
        )}
      </Disclosure>
    </div>
  );
}

/** Why a call failed, and what a person can do about it. */
function CallFault({ error: { code, message } }: { error: NonNullable<ToolCall['error']> }) {
  const todo = adviceOnCall(code);
  return (
    <div className="mt-2 text-note text-pretty">
      <p className="text-bad">
        <Prose text={visibleLine(message)} /> <code className="font-mono text-xs">{code}</code>
      </p>
      {todo !== undefined && (
        <p className="mt-0.5 text-muted">
          <Prose text={todo} />
        </p>
      )}
    </div>
  );
}
