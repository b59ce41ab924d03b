/** Options that say which part of which database; apart from what needs its client, which few commands load. */
export const databaseFlags = {
  repository: { type: 'string' },
  branch: { type: 'string' },
  ca: { type: 'string' },
} as const;
