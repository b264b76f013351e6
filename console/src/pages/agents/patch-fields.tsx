import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { type Control, useFieldArray } from 'react-hook-form';
import { patchesQuery } from '../../published/patches-query.ts';
import { wordsOf } from '../../text/words-of.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, Input, Select } from '../../ui/field.tsx';
import type { AgentFields, FieldProps } from './agent-fields.ts';

const risks = ['low', 'medium', 'high', 'critical'] as const;

/** The patches of an agent: versions of published ones, each with a risk and a gate of its own. */
export function PatchFields({ control, register, faultOf }: FieldProps & { control: Control<AgentFields> }) {
  const patches = useFieldArray({ control, name: 'patches' });
  const published = useQuery(patchesQuery);
  return (
    <fieldset>
      <legend className="mb-1.5 text-note font-medium">Patches</legend>
      <datalist id="published-patches">
        {published.data?.map(({ ref }) => (
          <option key={ref} value={ref} />
        ))}
      </datalist>
      <ul className="space-y-2">
        {patches.fields.map(({ id }, index) => (
          <li key={id}>
            <div className="flex flex-wrap items-center gap-2">
              <Input
                list="published-patches"
                aria-label={`Patch ${index + 1}`}
                placeholder="send_payment@1"
                required
                className="min-w-40 flex-1 font-mono"
                {...register(`patches.${index}.ref`)}
              />
              <Select
                aria-label={`Risk of patch ${index + 1}`}
                className="w-36"
                {...register(`patches.${index}.risk`)}
              >
                <option value="">Its own risk</option>
                {risks.map((risk) => (
                  <option key={risk} value={risk}>
                    {wordsOf(risk)}
                  </option>
                ))}
              </Select>
              <Checkbox label="Always ask" {...register(`patches.${index}.gate`)} />
              <Button
                look="quiet"
                size="icon"
                aria-label={`Remove patch ${index + 1}`}
                onClick={() => patches.remove(index)}
              >
                <Trash2 aria-hidden />
              </Button>
            </div>
            {faultOf(`patches.${index}`) !== undefined && (
              <p className="mt-1 text-note text-bad">{faultOf(`patches.${index}`)}</p>
            )}
          </li>
        ))}
      </ul>
      <Button
        size="small"
        className="mt-2"
        onClick={() => patches.append({ ref: '', risk: '', gate: false })}
      >
        <Plus aria-hidden /> Add a patch
      </Button>
    </fieldset>
  );
}
