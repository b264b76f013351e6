import { connection } from 'next/server';
import { threadOf } from '../../chat-backend.ts';
import { backend, signedIn } from '../backend.ts';
import { Chat } from './chat.tsx';

/** The page: the server opens the conversation of the signed-in user. */
export default async function Page() {
  await connection();
  return (
    <main>
      <h1 className="heddle-hidden">Payments</h1>
      <Chat threadId={await threadOf(backend(), signedIn())} />
    </main>
  );
}
