import { useId } from 'react'
import { Form } from '#renderer/forms/Form.tsx'
import { editor as say } from '#renderer/texts/issues/event.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import type { EditorSetting } from '#server/models/editor.ts'
import styles from './EditorChoice.module.css'
import { EDITORS } from './editor-link.ts'

interface EditorChoiceProps {
  editor: EditorSetting | null
}

/** Chooses the editor in which frames open. There is none until it is chosen. */
export function EditorChoice({ editor }: EditorChoiceProps) {
  const id = useId()
  return (
    <details className={styles.choice}>
      <summary>{editor === null ? say.choose : `${say.open}: ${EDITORS[editor.editor]}`}</summary>
      <Form className={styles.form}>
        <p>{say.why}</p>
        <label htmlFor={`${id}-editor`}>{say.editor}</label>
        <select id={`${id}-editor`} name="editor" key={editor?.editor} defaultValue={editor?.editor ?? ''}>
          <option value="">{say.none}</option>
          {Object.entries(EDITORS).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
        <label htmlFor={`${id}-from`}>{say.from}</label>
        <input
          id={`${id}-from`}
          name="from"
          key={`from ${editor?.from}`}
          defaultValue={editor?.from}
          placeholder="/app/"
          maxLength={500}
          autoComplete="off"
          spellCheck={false}
        />
        <label htmlFor={`${id}-to`}>{say.to}</label>
        <input
          id={`${id}-to`}
          name="to"
          key={`to ${editor?.to}`}
          defaultValue={editor?.to}
          placeholder="/home/ada/shop/"
          maxLength={500}
          autoComplete="off"
          spellCheck={false}
        />
        <Button name="change" value="editor">
          {say.save}
        </Button>
      </Form>
    </details>
  )
}
