import type { UseFormRegister } from 'react-hook-form';
import { Checkbox } from '../../ui/field.tsx';
import type { EndpointFields } from './endpoint-settings.ts';
import { eventTypes } from './event-types.ts';

/** Which events are sent. */
export function EventsField({
  all,
  register,
  error,
}: {
  /** Whether all of them are. */
  all: boolean;
  register: UseFormRegister<EndpointFields>;
  error: string | undefined;
}) {
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1.5 text-note font-medium">Events</legend>
      <Checkbox label="All, also types that are added later" {...register('all')} />
      {!all && (
        <div className="grid grid-cols-1 gap-1.5 pl-6 sm:grid-cols-2">
          {eventTypes.map((type) => (
            <Checkbox
              key={type}
              value={type}
              label={<code className="font-mono text-xs">{type}</code>}
              {...register('chosen')}
            />
          ))}
        </div>
      )}
      {error !== undefined && <p className="text-note text-bad">{error}</p>}
    </fieldset>
  );
}
