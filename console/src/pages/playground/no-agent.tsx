import { Link } from '@tanstack/react-router';
import { Bot } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** Shown until an agent exists. */
export function NoAgent() {
  return (
    <EmptyState
      icon={Bot}
      title="There is no agent to talk to"
      action={
        <Button asChild look="primary">
          <Link to="/agents">Publish an agent</Link>
        </Button>
      }
    >
      An agent has instructions, a model and the patches that it may call.
    </EmptyState>
  );
}
