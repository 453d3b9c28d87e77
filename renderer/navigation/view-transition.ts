type TransitionDocument = Pick<Document, 'visibilityState' | 'defaultView'> & {
  /** Firefox before 144 has none. */
  startViewTransition?: (update: () => Promise<void>) => {
    updateCallbackDone: Promise<void>
    ready: Promise<void>
  }
}

/** Renders with a transition from the old view to the new one, where there is one and motion is wanted. */
export async function withViewTransition(
  document: TransitionDocument,
  render: () => Promise<void>,
): Promise<void> {
  const wantsMotion = document.defaultView?.matchMedia('(prefers-reduced-motion: no-preference)').matches
  if (!document.startViewTransition || !wantsMotion || document.visibilityState !== 'visible') return render()
  const { updateCallbackDone, ready } = document.startViewTransition(render)
  ready.catch(() => undefined) // skipped for a newer one, or for a hidden page: what counts is the rendering
  await updateCallbackDone
}
