import { defined } from '#contract/defined.ts';
import { yieldToOthers } from '../event-loop/yield-to-others.ts';
import type { HeldPayment } from '../documents/held-payment.ts';
import type { RunDocument, RunOnThread } from '../documents/run.ts';
import type { TurnedDownCall } from '../documents/tool-call.ts';
import type { EnginePorts, JudgingPorts } from '../ports/engine-ports.ts';
import { refusedBeside } from '../rules/gates/held-beside.ts';
import { strictest } from '../rules/gates/turned-down.ts';
import type { JudgedCall } from '../rules/inputs.ts';
import { LimitTally } from '../rules/policies/limit-tally.ts';
import { callNames } from '../rules/same-call/call-names.ts';
import { refusedPayee } from '../rules/payments/blocked-payee.ts';
import { applyGate } from './apply-gate.ts';
import { type ShownToModel, withOrigins } from './find-origins.ts';
import { callsBeside } from './find-beside.ts';
import { connectionName, isMakeable, opening } from './makeable.ts';
import { resolveAccounts } from './resolve-accounts.ts';
import { resolvePayment } from './resolve-payment.ts';
import { turnedDownOf } from './find-turned-down.ts';

/**
 * Has the gates of a turn's calls decide about them, and refuses the held ones that could not be carried out if they were
 * approved now: nobody should have to decide on them (confirm.never-held). The conditions of all gates share one time limit. May be
 * repeated.
 */
export async function judgeGatedCalls(
  ports: JudgingPorts & Pick<EnginePorts, 'origins'>,
  { run, thread }: RunOnThread,
  judged: JudgedCall[],
  seen: ShownToModel,
): Promise<JudgedCall[]> {
  const payments = await Promise.all(judged.map(async (call) => await paymentOf(ports, run, call)));
  const gated = await withAsked(ports, run, judged, payments);
  const allAsked = gated.flatMap(({ asked = [] }) => asked);
  const [turnedDown, beside, traced] = await Promise.all([
    turnedDownOf(ports, thread, allAsked),
    callsBeside(ports, { run, thread }, allAsked),
    withOrigins(ports, run, gated, seen),
  ]);
  const checked: JudgedCall[] = [];
  const shared = { budget: ports.schemas.turnBudget(), tally: new LimitTally() };
  // The calls of one turn mostly share a connection.
  const open = opening(ports, run.workspace_id);
  for (const [index, call] of traced.entries()) {
    const { tool, refusal, args, asked, origins } = call;
    if (refusal !== undefined || tool === undefined) {
      checked.push(call);
      continue;
    }
    const refusedAgain = refusedBeside(beside, asked);
    if (refusedAgain !== undefined) {
      checked.push({ ...call, refusal: refusedAgain });
      continue;
    }
    const payment = payments[index];
    const refusedPayment = refusedPayee(payment);
    if (tool.wired.gate === undefined || refusedPayment !== undefined) {
      checked.push({ ...call, ...defined({ payment, refusal: refusedPayment }) });
      continue;
    }
    // A request may be large, and there may be many.
    await yieldToOthers();
    const nameConnection = async () => await connectionName(ports, run, tool.patch, open);
    const applied = await applyGate(ports, run, { tool, args, payment, origins }, nameConnection, shared);
    const earlier = sameAs(turnedDown, asked);
    const gate = applied && strictest(applied, earlier);
    if (gate?.verdict !== 'hold') {
      checked.push({ ...call, ...defined({ gate, payment }) });
      continue;
    }
    checked.push({
      ...call,
      gate,
      ...(earlier.length === 0 ? {} : { earlier }),
      ...(await isMakeable(ports, run, open, {
        patch: tool.patch,
        args,
        effect: call.effect,
        context: call.context ?? {},
      })),
      ...defined({
        payment,
        accounts: await resolveAccounts(ports, gate, args, { declared: tool.patch.payment }),
      }),
    });
  }
  return checked;
}

/** The payment of a call that may be made: of all calls at once, because each is looked up. */
async function paymentOf(
  ports: JudgingPorts,
  run: RunDocument,
  { tool, refusal, args }: JudgedCall,
): Promise<HeldPayment | undefined> {
  return refusal === undefined ? await resolvePayment(ports, run, tool?.patch.payment, args) : undefined;
}

/** The calls with what those that have a gate ask for: a request may be large, and there may be many. */
async function withAsked(
  { names }: Pick<JudgingPorts, 'names'>,
  run: RunDocument,
  judged: JudgedCall[],
  payments: readonly (HeldPayment | undefined)[],
): Promise<JudgedCall[]> {
  const isGated = ({ tool, refusal }: JudgedCall) => refusal === undefined && tool?.wired.gate !== undefined;
  if (!judged.some(isGated)) return judged;
  const nameOf = await names.of(run.workspace_id);
  const named: JudgedCall[] = [];
  for (const [index, call] of judged.entries()) {
    const { tool, args, effect } = call;
    if (tool === undefined || !isGated(call)) {
      named.push(call);
      continue;
    }
    await yieldToOthers();
    const payment = payments[index];
    named.push({ ...call, asked: callNames(nameOf, run.thread_id, tool.patch, args, { effect, payment }) });
  }
  return named;
}

function sameAs(turnedDown: readonly TurnedDownCall[], asked: readonly string[] = []): TurnedDownCall[] {
  return turnedDown.filter(({ turned_down }) => turned_down.asked.some((name) => asked.includes(name)));
}
