import { z } from 'zod';

/** Payment rails on which an institution can be reached. docs/identify.md says what each is. */
export const paymentRails = [
  'swift',
  'sepa_credit_transfer',
  'sepa_direct_debit',
  'sepa_instant',
  'ach',
  'wire',
  'bacs',
  'faster_payments',
  'chaps',
  'neft',
  'nach',
  'apbs',
  'upi',
  'nip',
  'rtgs',
  'ghipss',
  'kepss',
  'pesalink',
  'eft',
  'momo',
] as const;
export const PaymentRail = z.enum(paymentRails).meta({ id: 'PaymentRail' });
export type PaymentRail = z.infer<typeof PaymentRail>;
