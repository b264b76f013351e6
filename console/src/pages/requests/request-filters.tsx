import { defined } from '#contract/defined.ts';
import { wordsOf } from '../../text/words-of.ts';
import { ChoiceFilter } from '../../ui/choice-filter.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { statusWords } from './status-words.ts';

const products = ['loom', 'identify', 'voice', 'extract', 'mcp', 'platform'] as const;

/** Which requests are listed: the query of `GET /v1/requests`. */
export interface Filters {
  product?: (typeof products)[number];
  status?: number;
  run_id?: string;
  /** Shows the console's own reads instead of all other requests. */
  console_reads?: 'only';
}

/** All requests. */
export const noFilters: Filters = {};

const statuses = [200, 201, 202, 400, 401, 402, 403, 404, 409, 413, 422, 429, 500, 502, 503];
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The controls above the list. */
export function RequestFilters({
  filters,
  onChange,
}: {
  filters: Filters;
  onChange: (filters: Filters) => void;
}) {
  const { product, status, run_id, console_reads } = filters;
  const set = <Name extends keyof Filters>(name: Name, value: Filters[Name] | undefined): void =>
    onChange(defined({ ...filters, [name]: value }));
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 sm:grid-cols-[10rem_8rem_13rem_minmax(0,1fr)]">
      <ChoiceFilter
        label="Product"
        any="All products"
        value={product}
        choices={products.map((name) => [name, wordsOf(name)])}
        onChange={(value) =>
          set(
            'product',
            products.find((name) => name === value),
          )
        }
      />
      <ChoiceFilter
        label="Status"
        any="Any status"
        value={status === undefined ? undefined : String(status)}
        choices={statuses.map((code) => [String(code), statusWords(code)])}
        onChange={(value) => set('status', value === '' ? undefined : Number(value))}
      />
      <ChoiceFilter
        label="Made by"
        any="Without the console’s reads"
        value={console_reads}
        className="max-sm:col-span-2"
        choices={[['only', 'The console’s reads']]}
        onChange={(value) => set('console_reads', value === 'only' ? value : undefined)}
      />
      <Field label="Run" labelHidden className="max-sm:col-span-2">
        {(control) => (
          <Input
            {...control}
            type="search"
            defaultValue={run_id ?? ''}
            placeholder="Run id"
            onChange={({ target }) => {
              const id = target.value.trim().toLowerCase();
              if (id === '' || uuid.test(id)) set('run_id', id === '' ? undefined : id);
            }}
          />
        )}
      </Field>
    </div>
  );
}
