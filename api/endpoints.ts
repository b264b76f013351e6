import { archiveAgent } from './agents/archive.ts';
import { getAgent } from './agents/get.ts';
import { listAgents } from './agents/list.ts';
import { publishAgent } from './agents/publish.ts';
import type { Endpoint } from './endpoint.ts';
import { listMessages } from './messages/list.ts';
import { postMessage } from './messages/post.ts';
import { getRun } from './runs/get.ts';
import { listRuns } from './runs/list.ts';
import { getTrace } from './runs/trace.ts';
import { createThread } from './threads/create.ts';
import { getThread } from './threads/get.ts';
import { listThreads } from './threads/list.ts';

/** Every endpoint under /v1. */
export const endpoints: Endpoint[] = [
  publishAgent,
  listAgents,
  getAgent,
  archiveAgent,
  createThread,
  listThreads,
  getThread,
  postMessage,
  listMessages,
  listRuns,
  getRun,
  getTrace,
];
