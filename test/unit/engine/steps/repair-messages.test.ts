import { expect, it } from 'vitest';
import { repairMessages } from '#engine/steps/repair-messages.ts';

it('[reply-schema.repaired-once] the model is told its reply and each fault of it', () => {
  const faults = [
    { path: '', message: 'is not JSON' },
    { path: 'recipient.name', message: 'is required' },
  ];
  const [said, asked] = repairMessages('Five.', faults);
  expect(said).toEqual({ role: 'assistant', content: 'Five.' });
  expect(asked?.role).toBe('user');
  expect(asked).toHaveProperty(
    'content',
    expect.stringContaining('- The reply is not JSON\n- recipient.name is required\n'),
  );
});

it('[reply-schema.bounded] a long reply is returned to the model in part, cut between characters', () => {
  const [said] = repairMessages('\u{1F600}'.repeat(500_000), []);
  expect(said).toHaveProperty('content', '\u{1F600}'.repeat(10_000));
});
