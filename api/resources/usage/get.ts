import { toTimestamp } from '#contract/timestamp.ts';
import { Period, Usage, wholePeriod } from '#contract/usage.ts';
import { findAgents } from '#store/agents/agents.ts';
import { readAgentUsage, readExtractUsage, readIdentifyUsage, readVoiceUsage } from '#store/money/usage.ts';
import type { Database } from '#store/mongo/database.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';

export const getUsage = endpoint({
  operation: 'getUsage',
  summary: 'Count the usage of a period: runs and tokens by agent, lookups, extractions, voice',
  method: 'get',
  path: '/v1/usage',
  access: 'management',
  noun: 'usage',
  role: 'viewer',
  query: Period,
  status: 200,
  data: Usage,
  async handle({ db }: { db: Database }, { caller: { workspace_id }, query }) {
    const period = wholePeriod(query);
    const [agents, identify, extract, voice] = await Promise.all([
      readAgentUsage(db, workspace_id, period),
      readIdentifyUsage(db, workspace_id, period),
      readExtractUsage(db, workspace_id, period),
      readVoiceUsage(db, workspace_id, period),
    ]);
    const names = await findAgents(
      db,
      workspace_id,
      agents.map(({ agent_id }) => agent_id),
    );
    return {
      data: {
        from: toTimestamp(period.from),
        to: toTimestamp(period.to),
        agents: agents.map(({ agent_id, ...counts }) => {
          const { key = '', name = '' } = names.get(agent_id) ?? {};
          return { agent_id, agent_key: key, name, ...counts };
        }),
        identify,
        extract,
        voice,
      },
    };
  },
});
