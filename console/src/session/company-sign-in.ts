import { dataOf, sessionClient } from '../api/client.ts';

const remembered = 'heddle-sign-in-workspace';

/** The workspace at whose identity provider somebody last signed in here. */
export function rememberedWorkspace(): string | undefined {
  return localStorage.getItem(remembered) ?? undefined;
}

export function rememberWorkspace(id: string): void {
  localStorage.setItem(remembered, id);
}

/** Sends the browser to the identity provider of a workspace. @param back the page to return to */
export async function beginCompanySignIn(workspaceId: string, back: string | undefined): Promise<void> {
  const { url } = dataOf(
    await sessionClient().POST('/console/session/begin', {
      body: { workspace_id: workspaceId, ...(back !== undefined && { back }) },
    }),
  );
  location.assign(url);
}
