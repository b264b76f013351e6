import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { connectionNamesQuery } from '../../published/connection-names-query.ts';
import { Select } from '../../ui/field.tsx';

/** The connections of the workspace, of which an agent may name one. */
export function ConnectionSelect({
  current,
  ...props
}: ComponentProps<'select'> & {
  /** The connection of the version before, whether it still exists or not. */
  current?: string | undefined;
}) {
  const { data = [] } = useQuery(connectionNamesQuery);
  const names = new Set([...(current === undefined ? [] : [current]), ...data]);
  return (
    <Select {...props}>
      <option value="">None: the thread or the request names one</option>
      {[...names].map((name) => (
        <option key={name}>{name}</option>
      ))}
    </Select>
  );
}
