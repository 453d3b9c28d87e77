/**
 * Shows a dialog over the page, and takes it away once it is closed. The browser keeps the focus in it, closes it with
 * Escape, and gives the focus back to what had it. A page that comes meanwhile closes it.
 */
export function openDialog(dialog: HTMLDialogElement): void {
  const { ownerDocument: document } = dialog
  document.body.append(dialog)
  // a click beside what the dialog holds is on the dialog itself: its content fills it
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close()
  })
  const close = () => dialog.close()
  window.addEventListener('popstate', close)
  dialog.addEventListener('close', () => {
    window.removeEventListener('popstate', close)
    dialog.remove()
  })
  dialog.showModal()
}
