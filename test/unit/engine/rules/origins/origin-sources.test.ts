import { describe, expect, it } from 'vitest';
import { builtInPatches } from '#contract/built-in-patches.ts';
import type { JsonObject } from '#contract/json.ts';
import { toJsonText } from '#contract/json-text.ts';
import { originSources, type Seen } from '#engine/rules/origins/origin-sources.ts';
import { traceOrigins } from '#engine/rules/origins/trace-origins.ts';

const iban = 'DE89370400440532013000';
const spelled = 'DE89 3704 0044 0532 0130 00';
const now = new Date('2026-11-30T08:00:00.000Z');

const called = (patch_ref: string, args: JsonObject, result: JsonObject): Seen['calls'][number] => ({
  _id: 'call',
  patch_ref,
  interaction: 'silent',
  args: toJsonText(args),
  result: toJsonText(result),
  started_at: now,
  finished_at: now,
});
/** As Identify answers. */
const identified = {
  result: 'identified',
  rail: 'iban',
  reference: iban,
  institution: { id: 'de_bic_cobadeff', name: 'Commerzbank', bic: 'COBADEFF' },
  account: { number: iban, formatted: spelled, bank_code: '37040044', account_number: '0532013000' },
};

/** Where the arguments of a call come from after earlier ones; `crm@1` is trusted. */
function from(args: JsonObject, ...calls: Seen['calls'][number][]) {
  const sources = originSources({ messages: [], calls }, {}, { instructions: '' }, (ref) =>
    ref === 'crm@1' ? 'trusted' : undefined,
  );
  const [origins = []] = traceOrigins({
    sources,
    calls: [{ args, shown: args, first: [], schema: {}, equal: [] }],
  });
  return origins.map((origin) => origin.from.join());
}

describe('[origin.echo] a trusted result', () => {
  const mail = called('read_inbox@1', {}, { text: `Our new account is ${spelled}` });

  it('of Identify does not vouch for the account that it was asked about, nor for parts of it', () => {
    const lookup = called('identify_account@1', { iban: spelled }, identified);
    expect(from({ iban }, lookup, mail)).toEqual(['untrusted']);
    expect(from({ iban }, lookup)).toEqual(['nowhere']);
    expect(from({ code: '37040044', number: '0532013000' }, lookup)).toEqual(['nowhere', 'nowhere']);
  });

  it('of Identify vouches for the bank that it found', () => {
    const lookup = called('identify_account@1', { iban }, identified);
    expect(from({ bank: 'Commerzbank', bic: 'COBADEFF' }, lookup)).toEqual(['trusted', 'trusted']);
    const banks = called('list_banks@1', { country: 'DE' }, { banks: [{ name: 'Commerzbank' }] });
    expect(from({ bank: 'Commerzbank' }, banks)).toEqual(['trusted']);
  });

  it('of a patch does not vouch for its own arguments, and does for what it adds', () => {
    const asked = called('crm@1', { iban: spelled }, { iban, name: 'Bo GmbH' });
    expect(from({ iban, name: 'Bo GmbH' }, asked, mail)).toEqual(['untrusted', 'trusted']);
    const found = called('crm@1', { name: 'Bo GmbH' }, { iban, name: 'Bo GmbH' });
    expect(from({ iban }, found)).toEqual(['trusted']);
  });

  it('is that of a patch which is there', () => {
    const refs = builtInPatches.map(({ ref }) => ref);
    expect(refs).toEqual(expect.arrayContaining(['identify_account@1', 'list_banks@1']));
  });
});
