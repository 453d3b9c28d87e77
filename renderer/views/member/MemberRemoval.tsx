import { Form } from '#renderer/forms/Form.tsx'
import { membersPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/account/members.ts'
import { Button, ButtonLink } from '#renderer/ui/form/Button.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import styles from './Question.module.css'

/** Asks before an account is deleted, and says what goes and what stays. */
export function MemberRemoval({ member }: { member: { id: number; email: string } }) {
  return (
    <Section title={say.removeTitle(member.email)}>
      <Form className={styles.question}>
        <p>{say.whatIsDeleted}</p>
        <p>{say.whatStays}</p>
        <input type="hidden" name="member" value={member.id} />
        <div className={styles.ways}>
          <Button weight="main" name="change" value="remove">
            {say.removeButton}
          </Button>
          <ButtonLink href={membersPath}>{say.cancel}</ButtonLink>
        </div>
      </Form>
    </Section>
  )
}
