import { form as say } from '#renderer/texts/alerts/rules.ts'
import styles from '#renderer/views/alert/alert.module.css'
import { channelField, type Refusal, type RuleChoices, type RuleValues } from './rule-values.ts'

interface RuleChannelsProps extends Pick<RuleChoices, 'channels'> {
  values: RuleValues
  refusal: Refusal | undefined
}

/** The end of the sentence: "tell every channel", or only those that are ticked. */
export function RuleChannels({ channels, values, refusal }: RuleChannelsProps) {
  return (
    <fieldset className={styles.words}>
      <legend className="visually-hidden">{say.channelsLegend}</legend>
      <div className={styles.line}>
        <span>{say.tell}</span>
        <Way value="every" label={say.every} isChosen={values.tell !== 'these'} />
        <Way value="these" label={say.these} isChosen={values.tell === 'these'} />
      </div>
      <div className={styles.channels}>
        {channels.length === 0 && <p>{say.noChannels}</p>}
        {channels.map(({ id, name }) => (
          <label key={id}>
            <input
              type="checkbox"
              name={channelField(id)}
              defaultChecked={values[channelField(id)] !== undefined}
            />
            <bdi>{name}</bdi>
          </label>
        ))}
      </div>
      {refusal?.field === 'channels' && (
        <p role="alert" className={styles.refusal}>
          {refusal.message}
        </p>
      )}
    </fieldset>
  )
}

function Way({ value, label, isChosen }: { value: string; label: string; isChosen: boolean }) {
  return (
    <label>
      <input type="radio" name="tell" value={value} defaultChecked={isChosen} />
      {label}
    </label>
  )
}
