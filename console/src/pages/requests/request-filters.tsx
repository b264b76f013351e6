import { wordsOf } from '../../text/words-of.ts';
import { Field, Input, Select } from '../../ui/field.tsx';
import { statusWords } from './status-words.ts';

const products = ['loom', 'identify', 'voice', 'extract', 'mcp', 'platform'] as const;

/** Which requests are listed: the query of `GET /v1/requests`. */
export interface Filters {
  product?: (typeof products)[number];
  status?: number;
  run_id?: string;
  /** What pages of the console read, instead of all other requests. */
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
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 sm:grid-cols-[10rem_8rem_13rem_minmax(0,1fr)]">
      <Field label="Product" labelHidden>
        {(control) => (
          <Select
            {...control}
            value={product ?? ''}
            onChange={({ target }) => {
              const chosen = products.find((name) => name === target.value);
              onChange({ ...without('product', filters), ...(chosen && { product: chosen }) });
            }}
          >
            <option value="">All products</option>
            {products.map((name) => (
              <option key={name} value={name}>
                {wordsOf(name)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Status" labelHidden>
        {(control) => (
          <Select
            {...control}
            value={status ?? ''}
            onChange={({ target }) =>
              onChange({
                ...without('status', filters),
                ...(target.value !== '' && { status: Number(target.value) }),
              })
            }
          >
            <option value="">Any status</option>
            {statuses.map((code) => (
              <option key={code} value={code}>
                {statusWords(code)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Made by" labelHidden className="max-sm:col-span-2">
        {(control) => (
          <Select
            {...control}
            value={console_reads ?? ''}
            onChange={({ target }) =>
              onChange({
                ...without('console_reads', filters),
                ...(target.value === 'only' && { console_reads: 'only' }),
              })
            }
          >
            <option value="">Without the console’s reads</option>
            <option value="only">The console’s reads</option>
          </Select>
        )}
      </Field>
      <Field label="Run" labelHidden className="max-sm:col-span-2">
        {(control) => (
          <Input
            {...control}
            type="search"
            defaultValue={run_id ?? ''}
            placeholder="Run id"
            onChange={({ target }) => {
              const id = target.value.trim().toLowerCase();
              if (id === '' || uuid.test(id)) {
                onChange({ ...without('run_id', filters), ...(id !== '' && { run_id: id }) });
              }
            }}
          />
        )}
      </Field>
    </div>
  );
}

function without(name: keyof Filters, filters: Filters): Filters {
  const { [name]: _, ...others } = filters;
  return others;
}
