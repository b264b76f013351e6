import { z } from 'zod';
import { Uuid } from './ids.ts';
import { Timestamp } from './timestamp.ts';

/** Changes of an item that waits for a person. */
export const approvalChangeNames = ['waiting', 'changed', 'reminder', 'settled', 'missed'] as const;
export type ApprovalChangeName = (typeof approvalChangeNames)[number];
const ApprovalChangeNameSchema = z.enum(approvalChangeNames).meta({ id: 'ApprovalChangeName' });

/** Reports that an item waits or has been settled. It has no content: read the list (inbox.stream). */
export const ApprovalChange = z
  .object({
    change: ApprovalChangeNameSchema.meta({
      description:
        '`waiting`: a run has begun to wait. `changed`: an approval was recorded or withdrawn, or others may approve. `reminder`: no approval has arrived within `remind_after` of the stage. `settled`: the run no longer waits. `missed`: changes may have been missed: read the list again.',
    }),
    run_id: Uuid.optional().meta({ description: 'Absent for `missed`.' }),
    thread_id: Uuid.optional().meta({ description: 'Absent for `missed`.' }),
    tool_call_id: Uuid.optional().meta({ description: 'Absent for `missed`.' }),
    at: Timestamp,
  })
  .meta({ id: 'ApprovalChange' });
export type ApprovalChange = z.infer<typeof ApprovalChange>;
