/** Begins each file with an empty document at the address of the start: the files of a thread follow one another in it. */
document.head.replaceChildren()
document.body.replaceChildren()
document.title = ''
history.replaceState(null, '', '/')
localStorage.clear()
sessionStorage.clear()
