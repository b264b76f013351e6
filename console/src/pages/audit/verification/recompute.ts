import { committedText, hashedText, openedValues, type Recomputed } from '#contract/audit-chain.ts';
import type { AuditEntry } from '../audit-entries.ts';

const encoder = new TextEncoder();

/** The hash and the commitments of an entry, computed in the browser. */
export async function recompute(entry: AuditEntry): Promise<Recomputed> {
  const [digest, ...commitments] = await Promise.all([
    crypto.subtle.digest('SHA-256', encoder.encode(hashedText(entry))),
    ...openedValues(entry).flatMap(({ name, value, salt }) =>
      salt === undefined ? [] : [commit(salt, name, value)],
    ),
  ]);
  return { hash: new Uint8Array(digest).reduce(appendHex, ''), commitments: Object.fromEntries(commitments) };
}

async function commit(salt: string, name: string, value: string): Promise<[string, string]> {
  const usage = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', fromBase64url(salt), usage, false, ['sign']);
  const mac = await crypto.subtle.sign('HMAC', key, encoder.encode(committedText(name, value)));
  return [name, toBase64url(new Uint8Array(mac))];
}

function appendHex(text: string, byte: number): string {
  return text + byte.toString(16).padStart(2, '0');
}

function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function toBase64url(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
