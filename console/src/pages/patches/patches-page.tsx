import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Puzzle } from 'lucide-react';
import { agentsQuery } from '../../published/agents-query.ts';
import { Button } from '../../ui/button.tsx';
import { RiskBadge } from '../../ui/state-badge.tsx';
import { VersionsPage } from '../versions/versions-page.tsx';
import { patchParts, publishedOf } from './definition.ts';
import { PatchForm } from './patch-form.tsx';
import { PatchUsers } from './patch-users.tsx';
import { patchesQuery } from '../../published/patches-query.ts';

/** Begins to read what the page shows, while it is put together. */
export function loadPatches(queryClient: QueryClient): void {
  // Which agents use a patch is part of what is shown of it.
  void queryClient.prefetchQuery(patchesQuery);
  void queryClient.prefetchQuery(agentsQuery);
}

export function PatchesPage() {
  const navigate = useNavigate();
  const { key } = useSearch({ from: '/signed-in/patches' });
  const patches = useQuery(patchesQuery);
  return (
    <VersionsPage
      kind={{ one: 'a patch', many: 'Patches' }}
      description="Calls that agents can make. Versions never change, and an agent keeps the versions it was published with."
      icon={Puzzle}
      empty="Publish one so that agents can call it."
      query={patches}
      queryKey={patchesQuery.queryKey}
      chosenKey={key}
      onChoose={(key) => void navigate({ to: '/patches', search: { key }, replace: true })}
      titleOf={(newest) => newest.key}
      aboutOf={(newest) => newest.description}
      partsOf={(patch) => patchParts(publishedOf(patch))}
      renderAside={(patch) => <RiskBadge risk={patch.risk.base} />}
      renderWords={(patch) => <PatchUsers patch={patch} />}
      // Published by hand, the patch of a tool would call nothing.
      renderElsewhere={({ mcp }) =>
        mcp === undefined ? undefined : (
          <Button asChild size="small">
            <Link to="/connections">Import again for a new version</Link>
          </Button>
        )
      }
      renderForm={(publishing) => <PatchForm {...publishing} />}
    />
  );
}
