import { visibleLine } from '#contract/words/unseen-characters.ts';
import type { Turn } from '../../../api/schema.ts';
import { locale } from '../../../text/locale.ts';
import { JsonView } from '../../../ui/json-view.tsx';
import { Disclosure } from '../disclosure.tsx';

/** Details of a turn: errors of its reply, hidden history, reasoning, and payloads. */
export function TurnDetails({ turn }: { turn: Turn }) {
  const { seq, reply_faults, left_out, reasoning, request, response } = turn;
  return (
    <>
      {reply_faults !== undefined && (
        <div className="mt-2 text-note">
          <p className="font-medium text-bad">The reply does not fit the schema of the agent:</p>
          <ul className="list-disc pl-5" aria-label={`Faults of the reply of turn ${seq}`}>
            {reply_faults.map(({ path, message }) => (
              <li key={`${path} ${message}`}>
                <span className="font-mono text-xs">{visibleLine(path === '' ? 'reply' : path)}</span>{' '}
                {visibleLine(message)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {left_out !== undefined && (
        <p className="mt-2 text-note text-muted">
          The model did not receive {left_out.messages.toLocaleString(locale)} earlier messages and results,
          because they did not fit into its context.
        </p>
      )}
      {reasoning !== undefined && (
        <Disclosure title="Reasoning of the model" className="mt-2">
          {() => <p className="text-note whitespace-pre-wrap">{thoughtOf(reasoning)}</p>}
        </Disclosure>
      )}
      {(request !== undefined || response !== undefined) && (
        <Disclosure title="Model request and response" className="mt-2">
          {() => (
            <div className="grid grid-cols-1 gap-3 lg:grid-cols-2">
              <JsonView value={request} label={`Request of turn ${seq}`} />
              <JsonView value={response} label={`Response of turn ${seq}`} />
            </div>
          )}
        </Disclosure>
      )}
    </>
  );
}

/** The reasoning of a model, as text if the provider returns it. */
function thoughtOf({ text, opaque_characters }: NonNullable<Turn['reasoning']>): string {
  if (typeof text === 'string') return text;
  const characters = text?.characters ?? opaque_characters;
  return `${characters.toLocaleString(locale)} characters, which ${text === undefined ? 'only its provider can read' : 'are too many to be shown'}.`;
}
