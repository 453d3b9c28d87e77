/** What a page asks of the dialog, by the names that Sentry's SDKs send. */
export interface DialogWords {
  title: string
  subtitle: string
  labelName: string
  labelEmail: string
  labelComments: string
  labelClose: string
  labelSubmit: string
  errorGeneric: string
  errorFormEntry: string
  successMessage: string
  /** What the fields have at first. */
  name: string
  email: string
}

/**
 * Makes the script that shows the dialog on a page of another site. All that comes from the request is one literal of JSON in
 * it, and becomes the text of elements: none of it is read as HTML or as code.
 */
export function reportDialogScript(words: DialogWords, sendTo: string): string {
  return `(${showDialog.trim()})(${literalOf(words)}, ${literalOf(sendTo)})\n`
}

/** `<` would end a script element that somebody puts the text into. */
function literalOf(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}

/**
 * It runs in browsers of ten years ago, on pages whose policy may forbid styles in HTML: it sets them by properties. The message
 * at its end is what SDKs wait for to call `onClose`.
 */
const showDialog = `
function (say, sendTo) {
  function make(name, styles, text) {
    var element = document.createElement(name)
    for (var key in styles) element.style[key] = styles[key]
    if (text) element.textContent = text
    return element
  }
  var before = document.activeElement
  var back = make('div', {
    position: 'fixed', top: '0', right: '0', bottom: '0', left: '0', zIndex: '2147483647', overflow: 'auto',
    padding: '24px 16px', background: 'rgba(0, 0, 0, 0.5)'
  })
  var form = make('form', {
    boxSizing: 'border-box', maxWidth: '480px', margin: '0 auto', padding: '24px', borderRadius: '8px',
    background: '#fff', color: '#1c1b19', font: '16px/1.5 system-ui, sans-serif', textAlign: 'left'
  })
  form.setAttribute('role', 'dialog')
  form.setAttribute('aria-modal', 'true')
  form.setAttribute('aria-label', say.title)
  form.noValidate = true
  form.appendChild(make('h2', { margin: '0 0 4px', font: 'inherit', fontSize: '20px', fontWeight: '600' }, say.title))
  form.appendChild(make('p', { margin: '0 0 16px' }, say.subtitle))
  function addField(kind, name, label, value) {
    var all = make('label', { display: 'block', margin: '0 0 12px' })
    all.appendChild(make('span', { display: 'block', margin: '0 0 4px', fontWeight: '600' }, label))
    var field = make(kind, {
      boxSizing: 'border-box', width: '100%', padding: '8px', border: '1px solid #85817a', borderRadius: '6px',
      background: '#fff', color: 'inherit', font: 'inherit'
    })
    field.name = name
    field.value = value
    if (kind === 'textarea') field.rows = 5
    if (name === 'email') field.type = 'email'
    all.appendChild(field)
    form.appendChild(all)
    return field
  }
  var name = addField('input', 'name', say.labelName, say.name)
  var email = addField('input', 'email', say.labelEmail, say.email)
  var comments = addField('textarea', 'comments', say.labelComments, '')
  var told = make('p', { margin: '0 0 12px' })
  told.setAttribute('role', 'status')
  form.appendChild(told)
  function addButton(type, text, styles) {
    var button = make('button', styles, text)
    button.type = type
    button.style.padding = '10px 16px'
    button.style.marginInlineEnd = '8px'
    button.style.borderRadius = '6px'
    button.style.font = 'inherit'
    button.style.cursor = 'pointer'
    form.appendChild(button)
    return button
  }
  var submit = addButton('submit', say.labelSubmit, { border: '1px solid #1c1b19', background: '#1c1b19', color: '#fff' })
  var leave = addButton('button', say.labelClose, { border: '1px solid #85817a', background: '#fff', color: '#1c1b19' })
  function close() {
    document.removeEventListener('keydown', onKey, true)
    if (back.parentNode) back.parentNode.removeChild(back)
    if (before && before.focus) before.focus()
    window.postMessage('__sentry_reportdialog_closed__', '*')
  }
  function onKey(event) {
    if (event.key === 'Escape') return close()
    if (event.key !== 'Tab') return
    var all = form.querySelectorAll('input, textarea, button')
    var first = all[0], last = all[all.length - 1], at = document.activeElement
    if (event.shiftKey ? at === first : at === last) {
      event.preventDefault()
      ;(event.shiftKey ? last : first).focus()
    }
  }
  leave.addEventListener('click', close)
  form.addEventListener('submit', function (event) {
    event.preventDefault()
    submit.disabled = true
    var sent = new URLSearchParams({ name: name.value, email: email.value, comments: comments.value })
    fetch(sendTo, { method: 'POST', body: sent, credentials: 'omit' }).then(
      function (answer) {
        submit.disabled = false
        told.textContent = answer.ok ? say.successMessage : answer.status === 400 ? say.errorFormEntry : say.errorGeneric
        if (!answer.ok) return
        form.removeChild(submit)
        leave.focus()
      },
      function () {
        submit.disabled = false
        told.textContent = say.errorGeneric
      }
    )
  })
  document.addEventListener('keydown', onKey, true)
  back.appendChild(form)
  document.body.appendChild(back)
  ;(say.name ? (say.email ? comments : email) : name).focus()
}`
