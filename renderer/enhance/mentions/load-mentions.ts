/** Loads the completion of mentions when a comment is first written. Without it, names are typed in full. */
export function installMentions({ document, HTMLTextAreaElement }: Window & typeof globalThis): void {
  const started = new WeakSet<EventTarget>()
  async function start(target: EventTarget | null): Promise<void> {
    if (!(target instanceof HTMLTextAreaElement) || !target.dataset.mentions || started.has(target)) return
    started.add(target)
    try {
      const { completeMentions } = await import('./complete-mentions.ts')
      completeMentions(target)
    } catch {
      started.delete(target) // The code could not be loaded. The next focus tries again.
    }
  }
  document.addEventListener('focusin', ({ target }) => void start(target))
  void start(document.activeElement)
}
