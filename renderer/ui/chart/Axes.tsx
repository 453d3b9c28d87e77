import type { ReactNode } from 'react'
import styles from './chart.module.css'
import type { ValueTick } from './draw/axis.ts'

interface AxesProps {
  xTicks: readonly { x: number; text: string; time?: number }[]
  yTicks: readonly ValueTick[]
  height: number
  children: ReactNode
}

/**
 * Labels are text beside the drawing, because the drawing is stretched to any width. The table has the
 * same content for screen readers.
 */
export function Axes({ xTicks, yTicks, height, children }: AxesProps) {
  return (
    <div className={styles.axes} style={{ height: `${height}px` }}>
      <div className={styles.values} aria-hidden="true">
        {yTicks.map(({ y, text }) => (
          <span key={y} style={{ top: `${y}%` }}>
            {text}
          </span>
        ))}
      </div>
      <div className={styles.area}>{children}</div>
      <div className={styles.times} aria-hidden="true">
        {xTicks.map(({ x, text }) => (
          <span key={x} style={{ left: `${x}%` }} data-edge={x < 4 ? 'start' : x > 96 ? 'end' : undefined}>
            {text}
          </span>
        ))}
      </div>
    </div>
  )
}

export function Grid({ yTicks }: { yTicks: readonly ValueTick[] }) {
  const path = yTicks.map(({ y }) => `M0 ${y}H1000`).join('')
  const zero = yTicks.find(({ isZero }) => isZero)
  return (
    <>
      <path className={styles.grid} d={path} />
      {zero && <path className={styles.zero} d={`M0 ${zero.y}H1000`} />}
    </>
  )
}
