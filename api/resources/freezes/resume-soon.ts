import type { AcceptingEngine } from '#engine/steps/engine.ts';
import { resumeLifted } from '#engine/steps/resume-lifted.ts';

/** The request resumes so many runs, for no longer than this. */
const runsAtOnce = 50;
const longestMs = 1000;

/** Has the first calls made whose freeze was lifted. The sweep has the others made. Never rejects. */
export async function resumeSoon(engine: AcceptingEngine, workspace_id: string): Promise<void> {
  const endsAt = Date.now() + longestMs;
  try {
    await resumeLifted(engine, {
      limit: runsAtOnce,
      isOver: () => Date.now() > endsAt,
      of: { workspace_id },
    });
  } catch (error) {
    engine.log.warn({ workspace_id, err: error }, 'calls whose freeze was lifted are left to the sweep');
  }
}
