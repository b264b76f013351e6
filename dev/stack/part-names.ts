/** The processes of the stack, in the order in which they are stopped: users of a server before the server. */
export const partNames = ['api', 'worker', 'temporal', 'mongodb'] as const;
export type PartName = (typeof partNames)[number];
