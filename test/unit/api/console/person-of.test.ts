import { expect, it } from 'vitest';
import { neededClaims, personOf } from '#api/console/oidc/person-of.ts';
import { isSameActor } from '#contract/same-actor.ts';

const byGroup = {
  ref_claim: 'email',
  roles_claim: 'groups',
  roles: [
    { value: 'payments', role: 'approver' as const },
    { value: 'platform', role: 'maker' as const },
    { value: 'ops', role: 'maker' as const },
  ],
};
const byName = {
  ref_claim: 'email',
  roles: [{ value: 'Ada@Example.com', role: 'admin' as const }],
};
const ada = { email: 'ada@example.com', email_verified: true };

it('[console.oidc.person] one mailbox is one person, however its provider writes it', () => {
  const spellings = ['ada@example.com', 'Ada@Example.COM', 'ADA@EXAMPLE.COM'];
  for (const email of spellings) {
    expect(personOf(byGroup, [{ ...ada, email, groups: 'payments' }])).toEqual({
      ref: 'ada@example.com',
      roles: ['approver'],
    });
    expect(personOf(byName, [{ ...ada, email }])).toEqual({ ref: 'ada@example.com', roles: ['admin'] });
  }
});

it('[console.oidc.person] an address with a Kelvin sign is nobody else’s', () => {
  const byAddress = { ref_claim: 'email', roles: [{ value: 'kim@example.com', role: 'admin' as const }] };
  for (const email of ['\u212aim@example.com', '\uff4bim@example.com', 'k\u0130m@example.com']) {
    expect(personOf(byAddress, [{ email, email_verified: true }])).toEqual({ fault: 'no_role' });
    expect(personOf(byGroup, [{ email, email_verified: true, groups: 'payments' }])).toMatchObject({
      ref: email,
    });
  }
  expect(isSameActor('\u212aim@example.com', 'kim@example.com')).toBe(true);
});

it('[console.oidc.person] somebody has each role once, in one order, from a text or a list of texts', () => {
  const groups = ['ops', 'platform', 'payments', 7, null, { payments: true }];
  expect(personOf(byGroup, [{ ...ada, groups }])).toEqual({
    ref: 'ada@example.com',
    roles: ['maker', 'approver'],
  });
  for (const none of [undefined, null, 7, {}, [], ['Payments'], 'payments ', ['toString']]) {
    expect(personOf(byGroup, [{ ...ada, groups: none }])).toEqual({ fault: 'no_role' });
  }
});

it('[console.oidc.person] an address counts only together with what verifies it, from the same place', () => {
  const claimed = { email: 'boss@example.com', groups: ['payments'] };
  expect(personOf(byGroup, [claimed, { email_verified: true }])).toEqual({ fault: 'unverified_email' });
  expect(personOf(byGroup, [{ ...claimed, email_verified: false }, ada])).toEqual({
    fault: 'unverified_email',
  });
  expect(personOf(byGroup, [claimed, ada])).toEqual({ ref: 'ada@example.com', roles: ['approver'] });
});

it.each([undefined, null, '', 7, true, ['ada@example.com'], 'x'.repeat(256), 'a\0', 'a\ud800', ' ', 'a\nb'])(
  '[console.oidc.person] %j is nobody',
  (email) => {
    expect(personOf(byGroup, [{ email, email_verified: true, groups: ['payments'] }])).toEqual({
      fault: 'no_ref',
    });
  },
);

it('[console.oidc.person] the userinfo is needed for whatever the ID token leaves out', () => {
  expect(neededClaims(byGroup)).toEqual(['email', 'email_verified', 'groups']);
  expect(neededClaims({ ...byName, ref_claim: 'sub' })).toEqual(['sub']);
});
