import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import { Time } from '../../time/time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import type { Connection } from '../../api/schema.ts';
import { ConnectionActions } from './connection-actions.tsx';
import { type ConnectionDialog, ConnectionDialogs } from './connection-dialogs.tsx';
import { authTexts, typeTexts } from './connection-texts.ts';
import { TestResult } from './test-result.tsx';

/** A connection, with a test and, for an MCP server, the import of its tools. */
export function ConnectionCard({ connection }: { connection: Connection }) {
  const [dialog, setDialog] = useState<ConnectionDialog>();
  const { id, name, type, base_url, auth, header_names, trace_context, updated_at } = connection;
  const test = useMutation({
    mutationFn: async () => dataOf(await api.POST('/v1/connections/{id}/test', { params: { path: { id } } })),
  });
  return (
    <Card className="px-5 py-4">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="flex items-center gap-2 text-sm font-semibold">
            {name}
            <Badge tone={type === 'mcp' ? 'accent' : 'neutral'}>{typeTexts[type]}</Badge>
          </h2>
          <p className="mt-0.5 font-mono text-xs break-all">{base_url}</p>
          <p className="mt-1.5 text-note text-muted">
            {authTexts[auth.type]}
            {header_names.length > 0 && ` · headers ${header_names.join(', ')}`}
            {trace_context && ' · trace context'} · changed <Time at={updated_at} as="age" />
          </p>
        </div>
        <ConnectionActions
          connection={connection}
          testing={test.isPending}
          onTest={() => test.mutate()}
          onOpen={setDialog}
        />
      </div>
      <TestResult test={test} />
      <ConnectionDialogs connection={connection} open={dialog} onClose={() => setDialog(undefined)} />
    </Card>
  );
}
