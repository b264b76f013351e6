import { type RiskLevel, riskLevels } from '#contract/risk.ts';

/** Whether an agent's risk is below that of the patch. An agent may only raise it (agent.publish.risk-raise). */
export function lowersRisk(base: RiskLevel, risk: RiskLevel): boolean {
  return riskLevels.indexOf(risk) < riskLevels.indexOf(base);
}

/** The risk that people see: the patch's, or the higher one of the agent. */
export function effectiveRisk(base: RiskLevel, risk: RiskLevel | undefined): RiskLevel {
  return risk === undefined || lowersRisk(base, risk) ? base : risk;
}
