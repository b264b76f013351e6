import type { IdentifyResult } from '#contract/identify.ts';
import type { ModelClass } from '#contract/model-class.ts';
import type { Rail } from '#contract/rail.ts';
import type { MeteredUse, UsageDocument } from '#engine/documents/usage.ts';
import type { Database } from '../mongo/database.ts';
import { madeAt, newId } from '../mongo/ids.ts';

/** A period of time that includes its start and excludes its end. */
export interface Period {
  from: Date;
  to: Date;
}

/** An agent's usage in a period. */
export interface AgentUsage {
  agent_id: string;
  runs: number;
  input_tokens: number;
  output_tokens: number;
}

/** Lookups of a rail with the same result. */
export interface IdentifyUsage {
  rail: Rail;
  result: IdentifyResult['result'];
  count: number;
}

/** Extractions with models of the same class, including failed ones. */
export interface ExtractUsage {
  model_class: ModelClass;
  count: number;
  input_tokens: number;
  output_tokens: number;
}

/** The document of one use, for the commit that charges it: `commit.insert('usage', [usageOf(…)])`. */
export function usageOf(workspaceId: string, use: MeteredUse, id = newId()): UsageDocument {
  return { _id: id, workspace_id: workspaceId, ...use, created_at: madeAt(id) };
}

/** Runs that were opened in a period, and tokens of the turns taken in it, by agent, sorted by id. */
export async function readAgentUsage(
  db: Database,
  workspaceId: string,
  { from, to }: Period,
): Promise<AgentUsage[]> {
  const [runs, turns] = await Promise.all([
    db.runs
      .aggregate<{ _id: string; runs: number }>([
        { $match: { workspace_id: workspaceId, opened_at: { $gte: from, $lt: to } } },
        { $group: { _id: '$agent.id', runs: { $sum: 1 } } },
      ])
      .toArray(),
    db.turns
      .aggregate<{ _id: string; input_tokens: number; cached_input_tokens: number; output_tokens: number }>([
        { $match: { workspace_id: workspaceId, created_at: { $gte: from, $lt: to } } },
        {
          $group: {
            _id: '$agent_id',
            input_tokens: { $sum: '$input_tokens' },
            cached_input_tokens: { $sum: '$cached_input_tokens' },
            output_tokens: { $sum: '$output_tokens' },
          },
        },
      ])
      .toArray(),
  ]);
  const byAgent = new Map<string, AgentUsage>();
  for (const { _id: agent_id, ...counts } of [...runs, ...turns]) {
    const none = { agent_id, runs: 0, input_tokens: 0, cached_input_tokens: 0, output_tokens: 0 };
    byAgent.set(agent_id, { ...(byAgent.get(agent_id) ?? none), ...counts });
  }
  return [...byAgent.values()].toSorted((a, b) => (a.agent_id < b.agent_id ? -1 : 1));
}

/** Identify lookups of a period, sorted by rail and result. */
export async function readIdentifyUsage(
  db: Database,
  workspaceId: string,
  { from, to }: Period,
): Promise<IdentifyUsage[]> {
  const groups = await db.usage
    .aggregate<{ _id: Omit<IdentifyUsage, 'count'>; count: number }>([
      {
        $match: { workspace_id: workspaceId, product: 'identify', created_at: { $gte: from, $lt: to } },
      },
      { $group: { _id: { rail: '$rail', result: '$result' }, count: { $sum: '$count' } } },
      { $sort: { _id: 1 } },
    ])
    .toArray();
  return groups.map(({ _id: { rail, result }, count }) => ({ rail, result, count }));
}

/** Characters spoken and seconds transcribed in a period. */
export async function readVoiceUsage(
  db: Database,
  workspaceId: string,
  { from, to }: Period,
): Promise<{ characters: number; seconds: number }> {
  const [total] = await db.usage
    .aggregate<{ characters: number; seconds: number }>([
      { $match: { workspace_id: workspaceId, product: 'voice', created_at: { $gte: from, $lt: to } } },
      { $group: { _id: null, characters: { $sum: '$characters' }, seconds: { $sum: '$seconds' } } },
      { $project: { _id: 0, characters: 1, seconds: 1 } },
    ])
    .toArray();
  return total ?? { characters: 0, seconds: 0 };
}

/** Extractions of a period by model class, sorted by its name. */
export async function readExtractUsage(
  db: Database,
  workspaceId: string,
  { from, to }: Period,
): Promise<ExtractUsage[]> {
  return await db.usage
    .aggregate<ExtractUsage>([
      { $match: { workspace_id: workspaceId, product: 'extract', created_at: { $gte: from, $lt: to } } },
      {
        $group: {
          _id: '$model_class',
          count: { $sum: 1 },
          input_tokens: { $sum: '$input_tokens' },
          output_tokens: { $sum: '$output_tokens' },
        },
      },
      { $sort: { _id: 1 } },
      { $project: { _id: 0, model_class: '$_id', count: 1, input_tokens: 1, output_tokens: 1 } },
    ])
    .toArray();
}
