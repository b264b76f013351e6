import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { following } from '#contract/settlement-order.ts';
import { api, dataOf } from '../api/client.ts';
import type { ReportedState, SentPayment, SettlementReport } from '../api/schema.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Field, Input, Select } from '../ui/field.tsx';
import { formText } from '../ui/form-text.ts';
import { useToasts } from '../ui/toast.tsx';
import { paymentStates } from './payment-states.ts';
import { payeesKey, paymentsKey } from './queries.ts';

const meanings: Record<ReportedState, string> = {
  settled: 'The payee has the money.',
  returned: 'The money came back. The payment no longer counts for its payee.',
  failed: 'The payment was never made. It no longer counts for its payee.',
};

/** Reports what became of a payment. Nothing for one whose state is final. */
export function SettlementForm({ payment: { tool_call_id, settlement } }: { payment: SentPayment }) {
  const states = following[settlement.state];
  const [chosen, setChosen] = useState<ReportedState>();
  const queries = useQueryClient();
  const toasts = useToasts();
  const report = useMutation({
    mutationFn: async (body: SettlementReport) =>
      dataOf(
        await api.POST('/v1/payments/{tool_call_id}/settlement', {
          params: { path: { tool_call_id } },
          body,
        }),
      ),
    onSuccess: async ({ settlement: { state } }, reported) => {
      // Somebody else may have been faster, with something that is final.
      if (state === reported.state) toasts.done('Reported');
      else toasts.warned('Nothing was changed', `The payment is: ${paymentStates[state].text}.`);
      for (const queryKey of [paymentsKey, payeesKey]) await queries.invalidateQueries({ queryKey });
    },
  });
  const [first] = states;
  if (first === undefined) return null;
  const state = chosen !== undefined && states.includes(chosen) ? chosen : first;
  return (
    <form
      aria-label="Report a settlement"
      className="space-y-4 border-t pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        const reason = formText(new FormData(event.currentTarget), 'reason');
        report.mutate({ state, ...(reason !== '' && { detail: { reason } }) });
      }}
    >
      <Field label="Report that it is" hint={meanings[state]}>
        {(control) => (
          <Select
            {...control}
            value={state}
            onChange={({ target }) => setChosen(target.value as ReportedState)}
          >
            {states.map((name) => (
              <option key={name} value={name}>
                {paymentStates[name].text}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Reason (optional)" hint="Such as the code that the bank gives.">
        {(control) => <Input {...control} name="reason" maxLength={500} autoComplete="off" />}
      </Field>
      {report.isError && <ErrorNotice error={report.error} mayHaveHappened />}
      <Button needs="admin" type="submit" busy={report.isPending}>
        Report
      </Button>
    </form>
  );
}
