/** The transcript lines. Each line is one text node, because two hours of speech have about 20,000 words. */
import type { TranscriptSegment } from '@inlet/contract/workspace'
import { memo, type ReactNode, type RefObject } from 'react'
import { mediaTime } from '../../ui/format/media-time.ts'
import { nameOfLine, type ShownSpeaker } from './speakers.ts'
import classes from './TranscriptLines.module.css'
import { textOf } from './transcript-time.ts'

/** What a line offers to people who can edit. Stable, so that lines are not rendered again. */
export interface LineActions {
  /** Its transcript is complete. */
  canEdit: boolean
  edit: (segment: TranscriptSegment) => void
  name: (segment: TranscriptSegment) => void
  renderEditor: (segment: TranscriptSegment) => ReactNode
}

export const TranscriptLines = memo(function TranscriptLines(props: {
  list: RefObject<HTMLOListElement | null>
  segments: readonly TranscriptSegment[]
  speakers: ReadonlyMap<string, ShownSpeaker>
  onPlay: (seconds: number) => void
  /** Undefined for people who can only read. */
  actions: LineActions | undefined
  /** Numbers of the lines that are edited. */
  edited: ReadonlySet<number>
  selected: ReadonlySet<string>
}) {
  const { list, segments, speakers, onPlay, actions, edited, selected } = props
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
            isEdited={edited.has(segment.number)}
            isSelected={selected.has(String(segment.number))}
            actions={actions}
            onPlay={onPlay}
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
  isEdited: boolean
  isSelected: boolean
  actions: LineActions | undefined
  onPlay: (seconds: number) => void
}) {
  const { segment, name, isNamed, colour, isNewSpeaker, isEdited, isSelected, actions, onPlay } = props
  const time = mediaTime(segment.start_ms / 1000)
  const text = textOf(segment)
  return (
    <li
      className={classes.line}
      data-line={segment.number}
      data-speaker={colour}
      data-selected={isSelected || undefined}
      {...(actions ? { tabIndex: -1 } : {})}
    >
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
      {isEdited && actions ? (
        actions.renderEditor(segment)
      ) : (
        <p
          className={classes.text}
          dir="auto"
          data-doubtful={segment.is_suspicious || undefined}
          data-empty={text === '' || undefined}
          title={segment.is_suspicious ? 'Low confidence. Listen to check.' : undefined}
        >
          {text === '' ? 'No text' : text}
        </p>
      )}
      {actions && !isEdited && (
        <span className={classes.actions}>
          {isSelected && <span className="visually-hidden">Selected</span>}
          {actions.canEdit && (
            <button
              type="button"
              className={classes.action}
              aria-label={`Edit line at ${time}`}
              onClick={() => actions.edit(segment)}
            >
              Edit
            </button>
          )}
          <button
            type="button"
            className={classes.action}
            aria-label={`${isNamed ? 'Rename' : 'Name'} speaker at ${time}`}
            onClick={() => actions.name(segment)}
          >
            {isNamed ? 'Rename' : 'Name'}
          </button>
        </span>
      )}
    </li>
  )
})
