import type { ReactNode } from 'react'
import { Form } from '#renderer/forms/Form.tsx'
import * as say from '#renderer/texts/issues/issue-list.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import styles from './ViewMenus.module.css'
import type { ViewTab } from './ViewTabs.tsx'

interface ViewMenusProps {
  query: string
  sort: string
  sorts: ViewTab[]
  /** The saved view that is shown. */
  view?: { id: number; name: string; isShared: boolean }
  /** The viewer may change what everybody sees. */
  mayShare: boolean
}

/**
 * Chooses the order of the list, and saves the search under a name among the views. The browser opens the
 * menus.
 */
export function ViewMenus({ query, sort, sorts, view: shown, mayShare }: ViewMenusProps) {
  const view = shown?.isShared && !mayShare ? undefined : shown
  return (
    <div className={styles.menus}>
      <Menu title={view ? say.editView : say.saveView}>
        <Form className={styles.form}>
          <label>
            {say.viewName}
            <input name="name" defaultValue={view?.name} autoComplete="off" />
          </label>
          {view ? (
            <>
              <input type="hidden" name="view" value={view.id} />
              <Button name="change" value="rename-view">
                {say.rename}
              </Button>
              <Button name="change" value="delete-view">
                {view.isShared ? say.deleteForAll : say.deleteView}
              </Button>
            </>
          ) : (
            <>
              <input type="hidden" name="query" value={query} />
              <input type="hidden" name="sort" value={sort} />
              {mayShare && (
                <label>
                  <input type="checkbox" name="shared" /> {say.forEverybody}
                </label>
              )}
              <Button name="change" value="save-view">
                {say.save}
              </Button>
            </>
          )}
        </Form>
      </Menu>
      <Menu
        title={
          <>
            <span className={styles.sortedBy}>{say.sort}: </span>
            {sorts.find(({ isChosen }) => isChosen)?.name ?? sort}
          </>
        }
      >
        <ul>
          {sorts.map(({ name, href, isChosen }) => (
            <li key={href}>
              <a href={href} aria-current={isChosen || undefined}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </Menu>
    </div>
  )
}

/** Only one menu is open at a time. */
function Menu({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <details name="view-menu">
      <summary>{title}</summary>
      {children}
    </details>
  )
}
