import type { Change } from './queries.ts';

const verbs: Record<Change['operation'], string> = {
  publishAgent: 'Publish the agent',
  archiveAgent: 'Archive the agent',
  publishPatch: 'Publish the patch',
  importTools: 'Import the tool',
  createConnection: 'Add the connection',
  updateConnection: 'Change the connection',
  deleteConnection: 'Delete the connection',
  publishApprovalPolicy: 'Publish the approval policy',
  putApproverGroup: 'Put the approver group',
  deleteApproverGroup: 'Delete the approver group',
  putFourEyes: 'Change what needs two people',
};

/** What a change does, in words. */
export function titleOf({ operation, target, body }: Change): string {
  const verb = verbs[operation];
  if (operation === 'putFourEyes') return verb;
  const { name } = body;
  return `${verb} ${operation === 'createConnection' && typeof name === 'string' ? name : target.id}`;
}
