import type { Database } from './database.ts';

/** How far a sweep has come. */
export interface SweepPositionDocument {
  /** Name of the sweep. */
  _id: string;
  /** What it looks at next comes after this id. */
  after: string;
}

/** Where a sweep goes on; undefined before the first. */
export async function findSweepPosition(db: Database, sweep: string): Promise<string | undefined> {
  return (await db.sweep_positions.findOne({ _id: sweep }))?.after;
}

/** Moves a sweep on, never back. */
export async function moveSweepPosition(db: Database, sweep: string, after: string): Promise<void> {
  await db.sweep_positions.updateOne({ _id: sweep }, { $max: { after } }, { upsert: true });
}
