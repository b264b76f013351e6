import { demoBackend } from '../chat-backend.ts';
import { serve } from './serve.ts';

/** Serves the page for the demo agent of the running development stack. */
const { url } = await serve(demoBackend(process.env['DEV_DIR'] ?? '.dev'), 5173);
console.log(`The chat is at ${url}`);
