import type { RequestOptions } from '../options.ts';
import type { Collection } from '../pages.ts';
import type * as schema from '../schema/types.gen.ts';
import { type OrChange, Resource, segment } from './resource.ts';

/** Published versions of agents. */
export class Agents extends Resource {
  async publish(agent: schema.AgentDefinition, options?: RequestOptions): Promise<OrChange<schema.Agent>> {
    return await this.data('POST', '/v1/agents', { json: agent, options });
  }

  list(query?: schema.ListAgentsQuery, options?: RequestOptions): Collection<schema.Agent> {
    return this.collection('/v1/agents', query, options);
  }

  async get(id: string, options?: RequestOptions): Promise<schema.Agent> {
    return await this.data('GET', `/v1/agents/${segment(id)}`, { options });
  }

  async archive(id: string, options?: RequestOptions): Promise<OrChange<schema.Agent>> {
    return await this.data('POST', `/v1/agents/${segment(id)}/archive`, { options });
  }
}

/** Declarations of what agents can call. */
export class Patches extends Resource {
  async publish(patch: schema.PatchDefinition, options?: RequestOptions): Promise<OrChange<schema.Patch>> {
    return await this.data('POST', '/v1/patches', { json: patch, options });
  }

  list(query?: schema.ListPatchesQuery, options?: RequestOptions): Collection<schema.Patch> {
    return this.collection('/v1/patches', query, options);
  }

  async get(ref: string, options?: RequestOptions): Promise<schema.Patch> {
    return await this.data('GET', `/v1/patches/${segment(ref)}`, { options });
  }
}

/** Hosts that agents call. */
export class Connections extends Resource {
  async create(
    connection: schema.NewConnection,
    options?: RequestOptions,
  ): Promise<OrChange<schema.Connection>> {
    return await this.data('POST', '/v1/connections', { json: connection, options });
  }

  list(query?: schema.ListConnectionsQuery, options?: RequestOptions): Collection<schema.Connection> {
    return this.collection('/v1/connections', query, options);
  }

  async get(id: string, options?: RequestOptions): Promise<schema.Connection> {
    return await this.data('GET', `/v1/connections/${segment(id)}`, { options });
  }

  async update(
    id: string,
    change: schema.ConnectionChange,
    options?: RequestOptions,
  ): Promise<OrChange<schema.Connection>> {
    return await this.data('PATCH', `/v1/connections/${segment(id)}`, { json: change, options });
  }

  async delete(id: string, options?: RequestOptions): Promise<OrChange<schema.Deleted>> {
    return await this.data('DELETE', `/v1/connections/${segment(id)}`, { options });
  }

  async test(id: string, options?: RequestOptions): Promise<schema.ConnectionTest> {
    return await this.data('POST', `/v1/connections/${segment(id)}/test`, { options });
  }

  /** The tools of an MCP server, with what an import would propose for each. Publishes nothing. */
  async tools(id: string, options?: RequestOptions): Promise<schema.ListedTools> {
    return await this.data('GET', `/v1/connections/${segment(id)}/tools`, { options });
  }

  /** Makes patches of the tools of an MCP server. */
  async importTools(
    id: string,
    tools: schema.ToolImport = {},
    options?: RequestOptions,
  ): Promise<schema.ImportedTools> {
    return await this.data('POST', `/v1/connections/${segment(id)}/import-tools`, { json: tools, options });
  }
}

/** Policies that allow, deny or hold calls, and name the approvers. */
export class ApprovalPolicies extends Resource {
  async publish(
    policy: schema.ApprovalPolicyDefinition,
    options?: RequestOptions,
  ): Promise<OrChange<schema.ApprovalPolicy>> {
    return await this.data('POST', '/v1/approval-policies', { json: policy, options });
  }

  list(
    query?: schema.ListApprovalPoliciesQuery,
    options?: RequestOptions,
  ): Collection<schema.ApprovalPolicy> {
    return this.collection('/v1/approval-policies', query, options);
  }

  async get(ref: string, options?: RequestOptions): Promise<schema.ApprovalPolicy> {
    return await this.data('GET', `/v1/approval-policies/${segment(ref)}`, { options });
  }

  /** Simulates a policy on stored calls. */
  async simulate(
    key: string,
    simulation: schema.PolicySimulation,
    options?: RequestOptions,
  ): Promise<schema.SimulatedPolicy> {
    const path = `/v1/approval-policies/${segment(key)}/simulate`;
    return await this.data('POST', path, { json: simulation, options });
  }
}

/** Groups of people who may approve at a stage of a policy. */
export class ApproverGroups extends Resource {
  async put(
    key: string,
    group: schema.NewApproverGroup,
    options?: RequestOptions,
  ): Promise<OrChange<schema.ApproverGroup>> {
    return await this.data('PUT', `/v1/approver-groups/${segment(key)}`, { json: group, options });
  }

  list(query?: schema.ListApproverGroupsQuery, options?: RequestOptions): Collection<schema.ApproverGroup> {
    return this.collection('/v1/approver-groups', query, options);
  }

  async get(key: string, options?: RequestOptions): Promise<schema.ApproverGroup> {
    return await this.data('GET', `/v1/approver-groups/${segment(key)}`, { options });
  }

  async delete(key: string, options?: RequestOptions): Promise<OrChange<schema.DeletedApproverGroup>> {
    return await this.data('DELETE', `/v1/approver-groups/${segment(key)}`, { options });
  }
}

/** Proposed changes of the configuration. */
export class Changes extends Resource {
  list(query?: schema.ListChangesQuery, options?: RequestOptions): Collection<schema.Change> {
    return this.collection('/v1/changes', query, options);
  }

  async get(id: string, options?: RequestOptions): Promise<schema.Change> {
    return await this.data('GET', `/v1/changes/${segment(id)}`, { options });
  }

  async approve(id: string, options?: RequestOptions): Promise<schema.Change> {
    return await this.data('POST', `/v1/changes/${segment(id)}/approve`, { options });
  }

  async reject(
    id: string,
    rejection: schema.ChangeRejection = {},
    options?: RequestOptions,
  ): Promise<schema.Change> {
    return await this.data('POST', `/v1/changes/${segment(id)}/reject`, { json: rejection, options });
  }
}

/** Settings of changes that need two people, and of the sign-in to the console. */
export class Settings extends Resource {
  async fourEyes(options?: RequestOptions): Promise<schema.FourEyes> {
    return await this.data('GET', '/v1/settings/four-eyes', { options });
  }

  async putFourEyes(
    settings: schema.NewFourEyes,
    options?: RequestOptions,
  ): Promise<OrChange<schema.FourEyes>> {
    return await this.data('PUT', '/v1/settings/four-eyes', { json: settings, options });
  }

  async consoleSignIn(options?: RequestOptions): Promise<schema.ConsoleSignIn> {
    return await this.data('GET', '/v1/console/sign-in', { options });
  }

  async putConsoleSignIn(
    signIn: schema.NewConsoleSignIn,
    options?: RequestOptions,
  ): Promise<schema.ConsoleSignIn> {
    return await this.data('PUT', '/v1/console/sign-in', { json: signIn, options });
  }

  /** Ends the sessions that began with it; afterwards API keys and links have all rights again. */
  async removeConsoleSignIn(options?: RequestOptions): Promise<schema.RemovedConsoleSignIn> {
    return await this.data('DELETE', '/v1/console/sign-in', { options });
  }
}
