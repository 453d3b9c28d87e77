/** Copies what a `data-copy` button carries, for every such button that is or will be on the page. */
export function installCopyButtons(document: Document, clipboard: Pick<Clipboard, 'writeText'> | undefined): void {
  document.addEventListener('click', async (event) => {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-copy]') : null
    const text = target?.dataset.copy
    if (!target || text === undefined) return
    const label = target.dataset.label ?? target.textContent ?? ''
    target.dataset.label = label
    // Missing on plain http, and refused without focus: then say what to do instead.
    const isCopied = await clipboard?.writeText(text).then(
      () => true,
      () => false,
    )
    target.textContent = isCopied ? 'Copied' : 'Select and copy'
    setTimeout(() => {
      target.textContent = label
    }, 1500)
  })
}
