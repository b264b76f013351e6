/** The service in one process, or an API and a worker apart. */
export const serviceNames = ['service', 'api', 'worker'] as const;

/** The processes of a stack, in the order in which they are stopped: users of a server before the server. */
export const partNames = [...serviceNames, 'temporal', 'mongodb'] as const;
export type PartName = (typeof partNames)[number];
