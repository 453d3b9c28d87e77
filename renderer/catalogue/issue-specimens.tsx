import { LevelDot } from '../ui/issue/LevelDot.tsx'
import { Sparkline } from '../ui/issue/Sparkline.tsx'
import { specimen } from './specimen.ts'

const levels = ['fatal', 'error', 'warning', 'info', 'debug'] as const
const hours = (count: (hour: number) => number) => Array.from({ length: 24 }, (_, hour) => count(hour))

export const issueSpecimens = [
  specimen(
    'LevelDot',
    Object.fromEntries(levels.map((level) => [level, <LevelDot key={level} level={level} />])),
  ),
  specimen('Sparkline', {
    Steady: <Sparkline counts={hours((hour) => 3 + (hour % 4))} />,
    Rising: <Sparkline counts={hours((hour) => (hour > 20 ? 40 : 2))} />,
    Nothing: <Sparkline counts={hours(() => 0)} />,
  }),
]
