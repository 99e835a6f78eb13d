/**
 * The statuses of a medical-certificate request. It imports nothing, because pages load it. An officer sees every status except
 * a draft, and the totals of a workspace count these.
 */
export const SHARED_STATUSES = ['submitted', 'approved', 'rejected', 'withdrawn'] as const;
export type SharedStatus = (typeof SHARED_STATUSES)[number];

export const CERTIFICATE_STATUSES = ['draft', ...SHARED_STATUSES] as const;
