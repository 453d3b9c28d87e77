import { type FormEvent, type ReactNode, useId } from 'react'
import { clipText } from '#renderer/format/format.ts'
import { ignore as say } from '#renderer/texts/issues/handling.ts'
import styles from './ignore.module.css'

const DURATIONS = { 60: say.hour, 1440: say.day, 10080: say.week, 43200: say.month }
const WITHIN = {
  '': say.inAll,
  60: say.within(say.hour),
  1440: say.within(say.day),
  10080: say.within(say.week),
}
/** Most users choose this. */
const A_DAY = 1440
// These are the desk's own limits, which it checks again.
const MOST_EVENTS = 10_000
const MOST_USERS = 1_000

interface IgnoreWaysProps {
  legend: string
  /** The field that has the chosen way; `way` in a form whose buttons have the field `change`. */
  field: 'change' | 'way'
  environments: readonly string[]
  /** The number that was refused, by the name of its field. */
  wrong?: Readonly<Record<string, string | undefined>>
  /** Absent where a number that is out of bounds must not keep other buttons of the form from sending it. */
  hasBounds?: boolean
}

/** The ways to ignore: each is a radio button with a sentence, whose fields choose it, too. */
export function IgnoreWays({ legend, field, environments, wrong = {}, hasBounds = false }: IgnoreWaysProps) {
  const numbers = { wrong, hasBounds }
  return (
    <fieldset>
      <legend className="visually-hidden">{legend}</legend>
      <Way
        field={field}
        change="ignore-until-events"
        words={say.until}
        name={say.names.events}
        outcome={say.outcome.events}
        isFirst
      >
        <NumberField name="count" label={say.eventCount} value={100} most={MOST_EVENTS} {...numbers} />
        <span>{say.moreEvents}</span>
        <Select name="period" label={say.eventPeriod} options={WITHIN} />
        <Place name="event-environment" label={say.eventEnvironment} environments={environments} />
      </Way>
      <Way field={field} change="ignore-for" words={say.for} name={say.names.time} outcome={say.outcome.time}>
        <Select name="minutes" label={say.duration} options={DURATIONS} chosen={A_DAY} />
      </Way>
      <Way
        field={field}
        change="ignore-until-users"
        words={say.until}
        name={say.names.users}
        outcome={say.outcome.users}
      >
        <NumberField name="users" label={say.userCount} value={10} most={MOST_USERS} {...numbers} />
        <span>{say.moreUsers}</span>
        <Select name="user-period" label={say.userPeriod} options={WITHIN} />
        <Place name="user-environment" label={say.userEnvironment} environments={environments} />
      </Way>
      <Way
        field={field}
        change="ignore-until-escalating"
        words={say.escalates}
        outcome={say.outcome.escalating}
      />
      {environments.length > 0 && (
        <Way
          field={field}
          change="ignore-environment"
          words={say.inEnvironment}
          name={say.names.environment}
          outcome={say.outcome.environment}
        >
          <Select
            name="environment"
            label={say.environment}
            options={Object.fromEntries(environments.map((name) => [name, clipText(name, 40)]))}
          />
        </Way>
      )}
      <Way field={field} change="ignore" words={say.forever} outcome={say.outcome.forever} />
    </fieldset>
  )
}

interface WayProps {
  field: string
  /** The value of the field. */
  change: string
  words: string
  /** The name of the way for screen readers, which hear the fields one by one. */
  name?: string
  /** What will happen. It is shown while this way is chosen. */
  outcome: string
  isFirst?: boolean
  children?: ReactNode
}

function Way({ field, change, words, name, outcome, isFirst = false, children }: WayProps) {
  const id = useId()
  return (
    <div className={styles.way} data-way onChange={chooseWay}>
      <input type="radio" id={id} name={field} value={change} aria-label={name} defaultChecked={isFirst} />
      <label htmlFor={id}>{words}</label>
      {children}
      <p className={styles.outcome}>{outcome}</p>
    </div>
  )
}

/** Selects the option whose field has just been changed. */
function chooseWay({ currentTarget }: FormEvent<HTMLDivElement>): void {
  const radio = currentTarget.querySelector<HTMLInputElement>('input[type="radio"]')
  if (radio) radio.checked = true
}

/** Where it must happen to count, shown while its way is chosen. With one environment there is nothing to choose. */
function Place({
  name,
  label,
  environments,
}: {
  name: string
  label: string
  environments: readonly string[]
}) {
  if (environments.length < 2) return null
  return (
    <select name={name} aria-label={label} className={styles.place}>
      <option value="">{say.anywhere}</option>
      {environments.map((environment) => (
        <option key={environment} value={environment}>
          {say.inPlace(clipText(environment, 40))}
        </option>
      ))}
    </select>
  )
}

interface SelectProps {
  name: string
  label: string
  /** Texts by value. */
  options: Record<string, string>
  chosen?: number
}

function Select({ name, label, options, chosen }: SelectProps) {
  return (
    <select name={name} aria-label={label} defaultValue={chosen}>
      {Object.entries(options)
        .toSorted(([a], [b]) => Number(a) - Number(b))
        .map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
    </select>
  )
}

interface NumberFieldProps {
  name: string
  label: string
  value: number
  most: number
  wrong: Readonly<Record<string, string | undefined>>
  hasBounds: boolean
}

function NumberField({ name, label, value, most, wrong, hasBounds }: NumberFieldProps) {
  const bounds = hasBounds ? { min: 1, max: most } : { step: 'any' }
  return (
    <input
      type="number"
      name={name}
      aria-label={label}
      {...bounds}
      defaultValue={wrong[name] ?? value}
      aria-invalid={wrong[name] !== undefined || undefined}
    />
  )
}
