'use client';

import { HeddleChat } from '@heddle/react';

/** A token is valid for some minutes, so each request gets a new one. */
async function token(): Promise<string> {
  const response = await fetch('/session', { method: 'POST' });
  if (!response.ok) throw new Error(`The backend answered with status ${response.status}.`);
  return ((await response.json()) as { token: string }).token;
}

/** The chat, in the browser. */
export function Chat({ threadId }: { threadId: string }) {
  return <HeddleChat threadId={threadId} token={token} label="Payments" />;
}
