/**
 * The page of a run's workflow in Temporal's web UI.
 *
 * @param ui the address of the namespace's workflows in it, as in `http://127.0.0.1:8233/namespaces/default/workflows`
 */
export function workflowUrl(ui: string, runId: string): string {
  return `${ui.replace(/\/$/, '')}/run-${encodeURIComponent(runId)}`;
}
