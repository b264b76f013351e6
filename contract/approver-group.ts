import { z } from 'zod';
import { Actor } from './ids.ts';
import { text } from './text.ts';
import { Timestamp } from './timestamp.ts';

/** Approver groups: who may approve at a stage of an approval policy (approver-group.put). */

export const mostMembers = 500;

export const ApproverGroupKey = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,63}$/, 'must start with a letter and hold lower-case letters, digits, _ and -');

/** The members are counted before any of them is checked, because a body can have a hundred thousand. */
const Members = z
  .array(z.unknown())
  .max(mostMembers)
  .pipe(z.array(Actor))
  .superRefine((members, context) => {
    const seen = new Set<string>();
    for (const [index, member] of members.entries()) {
      if (seen.has(member)) {
        const params = { code: 'duplicate_member' };
        context.addIssue({ code: 'custom', path: [index], message: 'is a member already', params });
        return;
      }
      seen.add(member);
    }
  });

/** Body of `PUT /v1/approver-groups/{key}`: it replaces the group. */
export const NewApproverGroup = z
  .strictObject({
    name: text({ min: 1, max: 200, trimmed: true }).meta({ description: 'The name that people read.' }),
    members: Members.meta({
      description: `The actors who may approve, each once: at most ${mostMembers}.`,
      override: {
        type: 'array',
        items: { type: 'string', minLength: 1, maxLength: 255 },
        maxItems: mostMembers,
      },
    }),
  })
  .meta({ id: 'NewApproverGroup' });
export type NewApproverGroup = z.infer<typeof NewApproverGroup>;

export const ApproverGroup = z
  .object({
    key: ApproverGroupKey,
    name: z.string(),
    members: z.array(Actor),
    version: z.int().min(1).meta({ description: 'Counts the changes of the group.' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'ApproverGroup' });
export type ApproverGroup = z.infer<typeof ApproverGroup>;

/** The response to a change of a group. */
export const PutApproverGroup = z
  .object({
    ...ApproverGroup.shape,
    warnings: z
      .array(
        z
          .object({
            code: z.enum(['group_too_small']),
            path: z.string().meta({ description: 'The field of the group that the warning concerns.' }),
            message: z.string(),
          })
          .meta({ id: 'GroupWarning' }),
      )
      .optional()
      .meta({
        description: 'Policies whose calls these members cannot approve. Absent if there are none.',
      }),
  })
  .meta({ id: 'PutApproverGroup' });

/** The response to the deletion of a group. */
export const DeletedApproverGroup = z.object({ key: ApproverGroupKey }).meta({ id: 'DeletedApproverGroup' });
export type DeletedApproverGroup = z.infer<typeof DeletedApproverGroup>;
