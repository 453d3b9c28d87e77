type TransitionDocument = Pick<Document, 'visibilityState' | 'defaultView'> & {
  /** Firefox before 144 lacks it. */
  startViewTransition?: (update: () => Promise<void>) => {
    updateCallbackDone: Promise<void>
    ready: Promise<void>
  }
}

/** Renders with a view transition where the browser supports it and motion is wanted. */
export async function withViewTransition(
  document: TransitionDocument,
  render: () => Promise<void>,
): Promise<void> {
  const wantsMotion = document.defaultView?.matchMedia('(prefers-reduced-motion: no-preference)').matches
  if (!document.startViewTransition || !wantsMotion || document.visibilityState !== 'visible') return render()
  const { updateCallbackDone, ready } = document.startViewTransition(render)
  // A transition is skipped for a newer one or on a hidden page. Only the rendering matters.
  ready.catch(() => undefined)
  await updateCallbackDone
}
