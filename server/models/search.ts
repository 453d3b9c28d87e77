/** The lists that have a search of their own. */
export type Searched = 'issues' | 'logs' | 'traces' | 'feedback' | 'releases'
