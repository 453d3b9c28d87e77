import { Form } from '#renderer/forms/Form.tsx'
import { onIssue as say } from '#renderer/texts/settings/trackers.ts'
import styles from '#renderer/views/issue/handling/actions.module.css'
import { ChangeForm, SmallField } from '#renderer/views/issue/handling/ChangeForm.tsx'
import type { TrackerOffer } from '#server/models/trackers/trackers.ts'

/** What can be made of an issue in the project's trackers. Without a token, whoever reads makes it there. */
export function TrackerItems({ offers }: { offers: readonly TrackerOffer[] }) {
  if (offers.length === 0) return null
  return (
    <>
      <Form className={styles.items}>
        {offers.map(({ trackerId, kindLabel, name, href, isTwoWay }) => (
          <div key={trackerId} className={styles.items}>
            {isTwoWay && (
              <button
                className={styles.item}
                type="submit"
                name="change"
                value={`tracker-create:${trackerId}`}
              >
                {say.create(kindLabel, name)}
              </button>
            )}
            <a className={styles.item} href={href} target="_blank" rel="external noopener noreferrer">
              {say.make(kindLabel, name)}
            </a>
          </div>
        ))}
      </Form>
      {offers.some(({ isTwoWay }) => isTwoWay) && (
        <ChangeForm change="tracker-link" button={say.link}>
          <SmallField name="tracker-address" label={say.address} />
        </ChangeForm>
      )}
    </>
  )
}
