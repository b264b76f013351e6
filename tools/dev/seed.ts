import { defined } from '#contract/defined.ts';
import { hash } from 'node:crypto';
import { createMcpClient } from '#adapters/mcp-client/mcp-client.ts';
import { createOutboundHttp } from '#adapters/outbound-http/outbound-http.ts';
import { listTools } from '#api/resources/connections/import-tools.ts';
import { publishTools } from '#api/resources/connections/publish-tools.ts';
import type { AgentDefinition, AgentPatch } from '#contract/agent.ts';
import type { ConnectionType } from '#contract/connection.ts';
import { toMicrocredits } from '#contract/credits.ts';
import type { ModelClass } from '#contract/model-class.ts';
import { latestAgent, publishAgent } from '#store/agents/agents.ts';
import { newestApprovalPolicy, publishApprovalPolicy } from '#store/approval-policies/policies.ts';
import { findApproverGroup, putApproverGroup } from '#store/approver-groups/groups.ts';
import { EncryptionKeys } from '#process/config/environment.ts';
import { builtInPatches } from '#contract/built-in-patches.ts';
import { SchemaPool } from '#patches/schemas/schema-pool.ts';
import {
  findConnectionRef,
  insertConnection,
  openConnection,
  updateConnection,
} from '#store/connections/connections.ts';
import { wasMadeByOperator } from '#store/audit/entries.ts';
import { operatorOf } from '#store/audit/record.ts';
import { Keyring } from '#store/credentials/encryption.ts';
import { findPatches, publishPatch } from '#store/patches/patches.ts';
import { findApiKeyByHash, hashApiKey } from '#store/credentials/api-keys.ts';
import type { Database } from '#store/mongo/database.ts';
import type { Retention } from '#store/mongo/indexes.ts';
import { openMigrated } from '#store/open-database.ts';
import {
  findSigningKeyByKid,
  insertSigningKey,
  signingKeyDocument,
} from '#store/credentials/signing-keys.ts';
import { writeMcpSettings } from '#store/grants/settings.ts';
import { createWorkspace } from '#store/credentials/workspaces.ts';
import { demoPatches } from './demo-patches.ts';
import { demoApprovers, demoPolicy } from './demo-policy.ts';

/** The input of the demo workspace; the secrets stay the same as long as the data does. */
export type SeedInput = {
  mongodbUri: string;
  database: string;
  /** How long documents are kept. Default: that of the service. */
  retention?: Retention;
  /** As in ENCRYPTION_KEYS. */
  encryptionKeys: string;
  /** The demo workspace's API key. */
  apiKey: string;
  /** The secret of the demo workspace's HS256 signing key. */
  signingSecret: string;
  /** Where the echo host answers on this run: the demo connection's base URL. Its MCP server is under `/mcp`. */
  echoHostUrl: string;
  /** The demo workspace's login bridge. Default: none. */
  loginUrl?: string;
  /** A class that the environment maps to a provider's model: a second demo agent uses it. */
  modelClass?: ModelClass | undefined;
};

/** The demo workspace for its clients, as in `.dev/stack.json`. */
export type DemoWorkspace = {
  workspace_id: string;
  api_key: string;
  agent_id: string;
  signing_key: { kid: string; algorithm: string; secret: string };
};

const demoConnectionName = 'demo';
const demoMcpConnectionName = 'demo-mcp';
/** Prefix of the keys of the MCP server's tools. */
const toolPrefix = 'billing_';
const demoCredits = toMicrocredits(1_000_000);
/** So that trying things out, and load tests, never meet the limit. */
const demoRequestsPerMinute = 1_000_000;

/** Migrates the database, and makes the demo workspace or brings the one that is there up to date. */
export async function seed(input: SeedInput): Promise<DemoWorkspace> {
  const { mongodbUri: uri, database, retention } = input;
  const db = await openMigrated({ uri, database, ...defined({ retention }) });
  try {
    const keyring = new Keyring(EncryptionKeys.parse(input.encryptionKeys));
    const workspace_id = await demoWorkspace(db, input.apiKey);
    if (input.loginUrl !== undefined)
      await writeMcpSettings(db, operatorOf(workspace_id), { login_url: input.loginUrl });
    const connection = { name: demoConnectionName, base_url: input.echoHostUrl };
    await demoConnection(db, keyring, workspace_id, connection);
    await publishMissing(db, workspace_id);
    await demoApproval(db, workspace_id);
    const tools = await demoTools(db, keyring, workspace_id, `${input.echoHostUrl}/mcp`);
    const agent_id = await demoAgent(db, workspace_id, demoDefinition('scripted', tools));
    if (input.modelClass !== undefined)
      await demoAgent(db, workspace_id, demoDefinition(input.modelClass, tools));
    return {
      workspace_id,
      api_key: input.apiKey,
      agent_id,
      signing_key: await demoSigningKey(db, keyring, workspace_id, input.signingSecret),
    };
  } finally {
    await db.close();
  }
}

/**
 * The echo host has another port on some starts: the connection goes where it is now.
 * @returns its id
 */
async function demoConnection(
  db: Database,
  keyring: Keyring,
  workspaceId: string,
  { name, base_url, type }: { name: string; base_url: string; type?: ConnectionType },
): Promise<string> {
  const known = await findConnectionRef(db, workspaceId, name, { names: true });
  // Another port is another origin: what is sent there is given again.
  const there = { base_url, auth: { type: 'none' as const }, headers: {} };
  if (known !== null) {
    await updateConnection(db, keyring, operatorOf(workspaceId), known.id, there);
    return known.id;
  }
  return (await insertConnection(db, keyring, operatorOf(workspaceId), { name, type, ...there }))._id;
}

/** Imports the tools of the demo's MCP server. The agents get them as they are proposed: what destroys, behind a gate. */
async function demoTools(
  db: Database,
  keyring: Keyring,
  workspaceId: string,
  base_url: string,
): Promise<AgentPatch[]> {
  const schemas = new SchemaPool();
  const outboundHttp = createOutboundHttp({ allowPrivateAddresses: ['loopback'] });
  try {
    const about = { name: demoMcpConnectionName, base_url, type: 'mcp' as const };
    const connectionId = await demoConnection(db, keyring, workspaceId, about);
    const connection = await openConnection(db, keyring, workspaceId, connectionId);
    if (connection === null) throw new Error('the connection to the MCP server is gone');
    const listed = await listTools(createMcpClient(outboundHttp), workspaceId, connection);
    const body = { prefix: toolPrefix };
    const tools = await publishTools({ db, schemas }, operatorOf(workspaceId), {
      connectionId,
      listed,
      body,
    });
    return tools.flatMap(({ ref, proposed }) => {
      if (ref === undefined) return [];
      return [{ ref, ...(proposed?.gate ? { gate: proposed.gate } : {}) }];
    });
  } finally {
    await schemas.close();
    await outboundHttp.close();
  }
}

/** The same on every start: it is named by its workspace and its secret. */
async function demoSigningKey(
  db: Database,
  keyring: Keyring,
  workspaceId: string,
  secret: string,
): Promise<DemoWorkspace['signing_key']> {
  const algorithm = 'HS256';
  const kid = `key_${hash('sha256', `${workspaceId} ${secret}`).slice(0, 24)}`;
  if ((await findSigningKeyByKid(db, kid)) === null) {
    const acting = operatorOf(workspaceId);
    const key = signingKeyDocument(keyring, acting, { algorithm, secret }, { name: 'Demo', kid });
    await insertSigningKey(db, acting, key);
  }
  return { kid, algorithm, secret };
}

/** Publishing makes a new version each time: the demo's patches are published once. */
async function publishMissing(db: Database, workspaceId: string): Promise<void> {
  const refs = demoPatches.map(({ key }) => `${key}@1`);
  const known = await findPatches(db, workspaceId, refs);
  for (const patch of demoPatches) {
    if (!known.has(`${patch.key}@1`)) await publishPatch(db, operatorOf(workspaceId), patch);
  }
}

/** Changes that people have made in them stay. */
async function demoApproval(db: Database, workspaceId: string): Promise<void> {
  const { key, ...group } = demoApprovers;
  if ((await findApproverGroup(db, workspaceId, key)) === null)
    await putApproverGroup(db, operatorOf(workspaceId), key, group);
  if ((await newestApprovalPolicy(db, workspaceId, demoPolicy.key)) === null)
    await publishApprovalPolicy(db, operatorOf(workspaceId), demoPolicy);
}

async function demoWorkspace(db: Database, apiKey: string): Promise<string> {
  const known = await findApiKeyByHash(db, hashApiKey(apiKey));
  if (known !== null) return known.workspace_id;
  const { workspace } = await createWorkspace(db, {
    name: 'Demo',
    credits: demoCredits,
    rate_limit_per_minute: demoRequestsPerMinute,
    api_key: apiKey,
  });
  return workspace._id;
}

/**
 * Publishes the agent if it is not as it was. What people have published of its key stays the latest version.
 * @returns the id of the latest version
 */
async function demoAgent(db: Database, workspaceId: string, definition: AgentDefinition): Promise<string> {
  const latest = await latestAgent(db, workspaceId, definition.key);
  const isEdited =
    latest !== null &&
    latest.archived_at === undefined &&
    !(await wasMadeByOperator(db, workspaceId, { type: 'agent.published', id: latest._id }));
  if (isEdited) return latest._id;
  return (await publishAgent(db, operatorOf(workspaceId), definition)).agent._id;
}

function demoDefinition(modelClass: ModelClass, tools: AgentPatch[]): AgentDefinition {
  const scripted = modelClass === 'scripted';
  return {
    key: scripted ? 'demo' : `demo-${modelClass}`,
    name: scripted ? 'Demo' : `Demo (${modelClass})`,
    instructions:
      'You are a helpful assistant in a product that moves money. Be brief, and never guess a number.',
    model_class: modelClass,
    patches: [
      ...builtInPatches.map(({ ref }) => ({ ref })),
      { ref: 'send_payment@1', gate: { type: 'policy', policy: demoPolicy.key } },
      { ref: 'sign_contract@1' },
      { ref: 'quote_fx@1' },
      ...tools,
    ],
    limits: { max_turns: 24, pause_ttl_seconds: 2_592_000 },
    // With a second connection, its calls would have none.
    connection: demoConnectionName,
  };
}
