// Names inside Vike that its documentation does not promise, kept in one place: check them on upgrade.

/** Whether a thrown value is Vike's own `redirect()` or `render()`: an intention, not a failure. */
export function isAbort(thrown: unknown): boolean {
  return typeof thrown === 'object' && thrown !== null && '_isAbortError' in thrown
}
