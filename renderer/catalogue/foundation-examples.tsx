import type { CSSProperties } from 'react'
import { Mark } from '#renderer/layout/bars/Mark.tsx'
import { ProjectDot } from '#renderer/layout/bars/ProjectDot.tsx'
import { Icon } from '#renderer/ui/icon/Icon.tsx'
import { type Shape, shapes } from '#renderer/ui/icon/shapes.ts'
import styles from './catalogue.module.css'
import { example } from './example.ts'

const colours = {
  Grounds: ['paper', 'raised', 'sunk', 'line', 'line-strong', 'line-field'],
  Ink: ['ink', 'ink-2', 'ink-3', 'trail', 'trail-soft', 'trail-ink'],
  Levels: ['fatal', 'error', 'warning', 'info', 'ok', 'debug'],
  States: ['error-soft', 'error-ink', 'warning-soft', 'warning-ink', 'ok-soft', 'ok-ink'],
}

function Swatches({ names }: { names: string[] }) {
  return (
    <div className={styles.swatches}>
      {names.map((name) => (
        // This is a custom property, which React's types do not know.
        <div key={name} className={styles.swatch} style={{ '--shown': `var(--${name})` } as CSSProperties}>
          {name}
        </div>
      ))}
    </div>
  )
}

const sizes = ['label', 'code', 'work', 'lead', 'title']

export const foundationExamples = [
  example(
    'Colour',
    Object.fromEntries(
      Object.entries(colours).map(([group, names]) => [group, <Swatches key={group} names={names} />]),
    ),
  ),
  example('Type', {
    Sizes: sizes.map((size) => (
      <p key={size} style={{ fontSize: `var(--size-${size})` }}>
        {size}: came back in 1.4.2, 34 minutes after the deploy
      </p>
    )),
    Weights: [400, 520, 600].map((fontWeight) => (
      <p key={fontWeight} style={{ fontWeight }}>{`${fontWeight}: TypeError`}</p>
    )),
    Code: <code>cart/total.ts in totalOf</code>,
  }),
  example('Icon', {
    'Every shape': (
      <div className={styles.swatches}>
        {(Object.keys(shapes) as Shape[]).map((shape) => (
          <span key={shape} title={shape}>
            <Icon shape={shape} size={18} />
          </span>
        ))}
      </div>
    ),
    Sizes: [13, 15, 18].map((size) => <Icon key={size} shape="search" size={size} />),
  }),
  example('Mark', { Small: <Mark />, Large: <Mark width={52} /> }),
  example('ProjectDot', {
    Quiet: <ProjectDot openIssueCount={0} />,
    'Has open issues': <ProjectDot openIssueCount={3} />,
  }),
]
