/** How many projects `ingest-server.ts` has. */
export const PROJECTS = 10

/** The key of the project `number` there. */
export function keyOfProject(number: number): string {
  return String(number).padStart(32, 'c')
}
