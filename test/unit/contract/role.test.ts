import { expect, it } from 'vitest';
import { mayWith, roles, rolesThatMay } from '#contract/role-rules.ts';

it('[console.roles] everybody may do what a viewer may, an admin everything, and nobody else what another role may', () => {
  expect(rolesThatMay('viewer')).toEqual(roles);
  for (const role of roles.filter((each) => each !== 'viewer' && each !== 'admin')) {
    expect(rolesThatMay(role)).toEqual([role, 'admin']);
  }
  expect(rolesThatMay('admin')).toEqual(['admin']);
});

it('[console.roles] where one of several roles is needed, each of them is enough', () => {
  expect(roles.filter((role) => mayWith([role], ['maker', 'approver']))).toEqual([
    'maker',
    'approver',
    'admin',
  ]);
});

it('[console.roles] somebody with several roles may do what one of them may, and nobody without any may do anything', () => {
  expect([mayWith(['auditor', 'maker'], 'maker'), mayWith(['auditor', 'maker'], 'approver')]).toEqual([
    true,
    false,
  ]);
  expect(mayWith([], 'viewer')).toBe(false);
});
