/** Where issues can be made outside of the desk. */
export type TrackerKind = 'github' | 'gitlab' | 'jira' | 'linear' | 'azure'
