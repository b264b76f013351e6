import { z } from 'zod';
import type { Origin } from './event.ts';
import { Uuid } from './ids.ts';
import { RealtimeConfig } from './realtime.ts';
import { Role } from './role.ts';
import { text } from './text.ts';
import { Timestamp } from './timestamp.ts';

/** Which part of the console a request comes from, as its header `Console-Request` says: the origin of what it starts. */
export const consoleOrigins = ['console', 'playground'] as const satisfies readonly Origin[];
export type ConsoleOrigin = (typeof consoleOrigins)[number];

const PersonName = text({ min: 1, max: 255, trimmed: true }).meta({
  description: 'The person who signs in: the actor of their decisions and reports.',
});

/** Body of `POST /console/session`: an API key of the workspace, or the code of a one-time link (console.sign-in). */
export const NewConsoleSession = z
  .strictObject({
    api_key: z.string().min(1).max(255).optional(),
    code: z.string().min(1).max(255).optional().meta({ description: 'The code of a one-time link.' }),
    name: PersonName.optional().meta({
      description: 'Required, unless the link was made for somebody, whose name it then is.',
    }),
  })
  .superRefine(({ api_key, code, name }, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if ((api_key === undefined) === (code === undefined)) {
      refuse('api_key', 'is needed, or code instead, and not both');
    } else if (api_key !== undefined && name === undefined) refuse('name', 'is needed with an API key');
  })
  .meta({ id: 'NewConsoleSession' });
export type NewConsoleSession = z.infer<typeof NewConsoleSession>;

/** The person who is signed in to the console, and the features of the deployment. */
export const ConsoleSession = z
  .object({
    name: z.string(),
    person: z.string().meta({
      description:
        'Stands for the person and the workspace. With it in the header `Console-Person`, a request is refused (401) if somebody else has signed in to the browser meanwhile.',
    }),
    workspace: z.object({ id: Uuid, name: z.string() }).meta({ id: 'WorkspaceRef' }),
    expires_at: Timestamp.meta({ description: 'The end of the session, unless it is used before.' }),
    links: z.object({
      temporal_ui: z.string().optional().meta({
        description:
          'The list of workflows in Temporal’s web UI. Append `/run-<run id>` for the workflow of a run.',
      }),
    }),
    manages_keys: z.boolean().meta({
      description:
        'Whether it may create and delete API keys and signing keys, and set up the sign-in: not if a one-time link opened it, because they outlive it, and not without the role `admin`.',
    }),
    roles: z.array(Role).optional().meta({
      description: "The person's roles. Absent: all.",
    }),
    at_provider: z.boolean().meta({
      description: 'Whether the person signed in at the identity provider of the workspace.',
    }),
    has_provider: z.boolean().meta({
      description: 'Whether people of the workspace can sign in at an identity provider.',
    }),
    voice: z.boolean().meta({ description: 'Whether the deployment has a voice provider.' }),
    realtime: RealtimeConfig,
  })
  .meta({ id: 'ConsoleSession' });
export type ConsoleSession = z.infer<typeof ConsoleSession>;

/** The response to the end of a session. */
export const SignedOut = z.object({ signed_out: z.literal(true) }).meta({ id: 'SignedOut' });

/** The address of a one-time link. Opening it does not use it up: the page sends the code. */
export function signInUrl(baseUrl: string, code: string): string {
  return `${baseUrl.replace(/\/$/, '')}/console/sign-in?code=${code}`;
}
