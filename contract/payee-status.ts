import { z } from 'zod';

const payeeStatuses = ['open', 'trusted', 'blocked'] as const;
export type PayeeStatus = (typeof payeeStatuses)[number];
export const PayeeStatusName = z.enum(payeeStatuses).meta({
  id: 'PayeeStatus',
  description: '`open` at first. A call that pays a `blocked` payee is denied.',
});
