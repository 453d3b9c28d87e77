import { useId } from 'react'
import { happenings, numbers, subjectGroups, subjects } from '#renderer/texts/alerts/happenings.ts'
import { form as say } from '#renderer/texts/alerts/rules.ts'
import { formatSpan } from '#renderer/texts/alerts/spans.ts'
import styles from '#renderer/views/alert/alert.module.css'
import type { RuleHappening, RuleSubject } from '#server/models/alerts/rules.ts'
import type { Refusal, RuleChoices, RuleValues } from './rule-values.ts'

const KINDS = Object.keys(happenings) as RuleHappening[] // it has each of them, and nothing else
const GROUPS = Object.keys(subjectGroups) as (keyof typeof subjectGroups)[] // it has each of them, and nothing else
const COOL_DOWNS = [0, 15, 60, 240, 1440, 10_080]
// These are the desk's own limits, which it checks again.
const MOST_COUNT = 10_000
const MOST_MINUTES = 10_080

interface RuleSentenceProps extends Omit<RuleChoices, 'channels'> {
  values: RuleValues
  refusal: Refusal | undefined
}

/** "When a new issue appears in all projects matching …, at most once per issue in 1 hour". */
export function RuleSentence({ values, refusal, projects, subjects: choices, offers }: RuleSentenceProps) {
  return (
    <>
      <p className={styles.line}>
        <span>{say.when}</span>
        <select name="happening" aria-label={say.happening} defaultValue={values.happening}>
          {GROUPS.map((kind) => (
            <optgroup key={kind} label={subjectGroups[kind]}>
              {KINDS.filter((happening) => subjects[happening] === kind).map((happening) => (
                <option
                  key={happening}
                  value={happening}
                  data-of={kind}
                  data-numbers={numbers[happening]?.join(' ')}
                >
                  {happenings[happening]}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
        <span className={styles.threshold} data-number="percent">
          <span>{say.wherePercent}</span>
          <NumberField
            name="percent"
            label={say.percent}
            most={MOST_COUNT}
            values={values}
            refusal={refusal}
          />
          <span>{say.percentUnit}</span>
        </span>
        <span className={styles.threshold} data-number="count">
          <span>{say.whereCount}</span>
          <NumberField name="count" label={say.count} most={MOST_COUNT} values={values} refusal={refusal} />
        </span>
        <span className={styles.threshold} data-number="minutes">
          <span>{say.whereMinutes}</span>
          <NumberField
            name="minutes"
            label={say.minutes}
            most={MOST_MINUTES}
            values={values}
            refusal={refusal}
          />
          <span>{say.minutesUnit}</span>
        </span>
      </p>
      <p className={styles.line}>
        <span>{say.inProject}</span>
        <select name="project" aria-label={say.project} defaultValue={values.project ?? ''}>
          <option value="">{say.allProjects}</option>
          {projects.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </select>
        {(['monitor', 'check'] as const).map((kind) => (
          <SubjectChoice key={kind} kind={kind} all={choices} chosen={values[kind] ?? ''} />
        ))}
        <span>{say.matching}</span>
        <Search value={values.search} offers={offers} refusal={refusal} />
      </p>
      {Object.entries(say.otherSearch).map(([kind, text]) => (
        <p key={kind} className={styles.searchHint} data-for={kind}>
          {text}
        </p>
      ))}
      <p className={styles.line}>
        <span>{say.atMost}</span>
        <CoolDown chosen={values.coolDownMinutes ?? ''} />
      </p>
      <Refused
        refusal={refusal}
        fields={[
          'happening',
          'count',
          'minutes',
          'percent',
          'project',
          'monitor',
          'check',
          'coolDownMinutes',
        ]}
      />
    </>
  )
}

/** One of the monitors, or checks. It shows, and counts, only where the rule is about such. */
function SubjectChoice({
  kind,
  all,
  chosen,
}: {
  kind: RuleSubject['kind']
  all: readonly RuleSubject[]
  chosen: string
}) {
  return (
    <span className={styles.subject} data-for={kind}>
      <span>{say.about[kind]}</span>
      <select name={kind} aria-label={say.subject[kind]} defaultValue={chosen}>
        <option value="">{say.allSubjects[kind]}</option>
        {all
          .filter((subject) => subject.kind === kind)
          .map(({ id, name, project }) => (
            <option key={id} value={id}>
              {say.subjectOf(name, project.name)}
            </option>
          ))}
      </select>
    </span>
  )
}

function Search({
  value,
  offers,
  refusal,
}: {
  value: string | undefined
  offers: string
  refusal: Refusal | undefined
}) {
  const id = useId()
  const isWrong = refusal?.field === 'search'
  return (
    <>
      <input
        type="search"
        name="search"
        aria-label={say.search}
        placeholder={say.searchExample}
        defaultValue={value}
        data-offers={offers}
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? id : undefined}
      />
      {isWrong && (
        <span id={id} role="alert" className={styles.refusal}>
          {refusal.message}
        </span>
      )}
    </>
  )
}

function CoolDown({ chosen }: { chosen: string }) {
  const own = /^\d{1,5}$/.test(chosen) ? [Number(chosen)] : []
  const all = [...new Set([...COOL_DOWNS, ...own])].sort((a, b) => a - b)
  return (
    <select name="coolDownMinutes" aria-label={say.coolDown} defaultValue={chosen}>
      {all.map((minutes) => (
        <option key={minutes} value={minutes}>
          {minutes === 0 ? say.each : say.once(formatSpan(minutes))}
        </option>
      ))}
    </select>
  )
}

interface NumberFieldProps {
  name: string
  label: string
  most: number
  values: RuleValues
  refusal: Refusal | undefined
}

/** It has no bounds of the browser's: hidden, it would keep the form from being sent. */
function NumberField({ name, label, most, values, refusal }: NumberFieldProps) {
  return (
    <input
      name={name}
      inputMode="numeric"
      aria-label={label}
      maxLength={String(most).length}
      defaultValue={values[name]}
      autoComplete="off"
      aria-invalid={refusal?.field === name || undefined}
    />
  )
}

/** The message about a field within the sentence, below it. */
function Refused({ refusal, fields }: { refusal: Refusal | undefined; fields: readonly string[] }) {
  if (refusal?.field === undefined || !fields.includes(refusal.field)) return null
  return (
    <p role="alert" className={styles.refusal}>
      {refusal.message}
    </p>
  )
}
