import { HeddleChat } from '@heddle/react';
import '@heddle/react/styles.css';
import { createRoot } from 'react-dom/client';
import './page.css';

/** The session of the page's own backend. */
interface Session {
  token: string;
  thread_id: string;
}

/** A token is valid for some minutes: the next request gets a new one. */
async function session(): Promise<Session> {
  const response = await fetch('/session', { method: 'POST' });
  if (!response.ok) throw new Error(`The backend answered with status ${response.status}.`);
  return (await response.json()) as Session;
}

const { thread_id } = await session();
const root = document.getElementById('root');
if (root !== null) {
  const token = async () => (await session()).token;
  createRoot(root).render(
    <main>
      <h1 className="heddle-hidden">Payments</h1>
      <HeddleChat threadId={thread_id} token={token} label="Payments" />
    </main>,
  );
}
