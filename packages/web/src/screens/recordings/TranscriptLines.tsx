/** The transcript lines. Each line is one text node, because two hours of speech have about 20,000 words. */
import type { TranscriptSegment } from '@inlet/contract/workspace'
import { memo, type RefObject } from 'react'
import { mediaTime } from '../../ui/format/media-time.ts'
import { nameOfLine, type ShownSpeaker } from './speakers.ts'
import classes from './TranscriptLines.module.css'
import { textOf } from './transcript-time.ts'

export const TranscriptLines = memo(function TranscriptLines(props: {
  list: RefObject<HTMLOListElement | null>
  segments: readonly TranscriptSegment[]
  speakers: ReadonlyMap<string, ShownSpeaker>
  canName: boolean
  onPlay: (seconds: number) => void
  onName: (segment: TranscriptSegment) => void
}) {
  const { list, segments, speakers, canName, onPlay, onName } = props
  const isAlone = speakers.size < 2
  return (
    <ol ref={list} className={classes.lines} data-alone={isAlone || undefined}>
      {segments.map((segment, index) => {
        const { name, isNamed } = nameOfLine(segment, speakers)
        const previous = segments[index - 1]
        const isNewSpeaker =
          !previous || previous.speaker !== segment.speaker || nameOfLine(previous, speakers).name !== name
        return (
          <Line
            key={segment.number}
            segment={segment}
            name={name}
            isNamed={isNamed}
            colour={speakers.get(segment.speaker)?.colour ?? 0}
            isNewSpeaker={isNewSpeaker}
            canName={canName}
            onPlay={onPlay}
            onName={onName}
          />
        )
      })}
    </ol>
  )
})

const Line = memo(function Line(props: {
  segment: TranscriptSegment
  name: string
  isNamed: boolean
  colour: number
  /** The speaker differs from the previous line. */
  isNewSpeaker: boolean
  canName: boolean
  onPlay: (seconds: number) => void
  onName: (segment: TranscriptSegment) => void
}) {
  const { segment, name, isNamed, colour, isNewSpeaker, canName, onPlay, onName } = props
  const time = mediaTime(segment.start_ms / 1000)
  return (
    <li className={classes.line} data-line={segment.number} data-speaker={colour}>
      {isNewSpeaker && (
        <span className={classes.speaker}>
          <span className={classes.dot} aria-hidden="true" />
          <bdi className={classes.name} data-unnamed={!isNamed || undefined}>
            {name}
          </bdi>
        </span>
      )}
      <button
        type="button"
        className={classes.time}
        aria-label={`Play from ${time}`}
        onClick={() => onPlay(segment.start_ms / 1000)}
      >
        {time}
      </button>
      <p
        className={classes.text}
        dir="auto"
        data-doubtful={segment.is_suspicious || undefined}
        title={segment.is_suspicious ? 'Low confidence. Listen to check.' : undefined}
      >
        {textOf(segment)}
      </p>
      {canName && (
        <button
          type="button"
          className={classes.rename}
          aria-label={`${isNamed ? 'Rename' : 'Name'} speaker at ${time}`}
          onClick={() => onName(segment)}
        >
          {isNamed ? 'Rename' : 'Name'}
        </button>
      )}
    </li>
  )
})
