/** How many calls wait for somebody, where the navigation leads to them. */
export function WaitingCount() {
  return null;
}
