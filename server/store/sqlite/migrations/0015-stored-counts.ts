/** What comes in great numbers the writer counts by itself (stored-counts.ts); what is deleted is counted as before. */
export const storedCounts = ['event', 'span_part', 'segment', 'log', 'metric']
  .map((table) => `drop trigger ${table}_stored;`)
  .join('\n')
