/** Builds ffmpeg's arguments for a protected rendition in a single pass. */

import { inputWords, withoutMetadata } from '../../media/ffmpeg.ts'
import type { AudioTrack, VideoTrack } from '../../media/probe-output.ts'
import type { Rendition } from '../../media/processed-media.ts'
import { containerWords, encodingWords, soundWords } from '../../media/rendition-words.ts'
import type { Source } from '../../media/source.ts'
import { coverFilm } from '../picture/inspection-task.ts'
import type { Size } from '../picture/picture-size.ts'
import { beepInputs, soundGraph } from '../sound/sound-graph.ts'
import type { PicturePlan } from './privacy-plan.ts'

export type RenderRequest = {
  readonly source: Source
  readonly video: VideoTrack | null
  readonly audio: AudioTrack | null
  readonly picture: PicturePlan['kind']
  /** The size of the picture, if parts of it are covered. */
  readonly size: Size | null
  readonly beeps: boolean
  readonly alters: boolean
  readonly contentType: Rendition['contentType']
  readonly outputName: string
}

/** At 40 px a detector still found one face in thirty, at 160 px one in a thousand. */
const mosaicPx = 160
/** The resolution that a fully blurred picture is reduced to: shapes and light, no faces or text. */
const blurredLongSide = 32
const blurredScale = 20
const blankSize = '640x360'
/** Not slower: the duration must stay exact to half a frame. */
const blankRate = 20
const blankColour = '0x2b2f36'

export function renderWords(request: RenderRequest): string[] {
  const { source, video, audio, picture } = request
  const seconds = (source.durationMs / 1000).toFixed(3)
  const inputs = [inputWords(source.demuxer, source.name)]
  const graphs: string[] = []
  const outputs: string[][] = []
  let inputCount = 1
  if (video !== null && picture !== 'remove') {
    if (picture === 'keep') outputs.push(['-map', `0:${video.index}`, '-c:v', 'copy'])
    else {
      if (picture === 'blank') inputs.push(blankInput(seconds))
      if (picture === 'cover') inputs.push(inputWords('matroska', coverFilm))
      graphs.push(pictureGraph(request, video))
      outputs.push(['-map', '[picture]', ...encodingWords])
      inputCount += picture === 'blur' ? 0 : 1
    }
  }
  if (audio !== null) {
    const { beeps, alters } = request
    if (!beeps && !alters) outputs.push(['-map', `0:${audio.index}`, '-c:a', 'copy'])
    else {
      const channels = audio.channels === 1 ? 1 : 2
      if (beeps) inputs.push([...beepInputs])
      graphs.push(soundGraph({ ...audio, channels, beeps, alters, nextInput: inputCount }))
      outputs.push(['-map', '[sound]', ...soundWords(channels)])
    }
  }
  return [
    inputs.flat(),
    graphs.length === 0 ? [] : ['-filter_complex_threads', '1', '-filter_complex', graphs.join(';')],
    ['-threads', '1'],
    outputs.flat(),
    withoutMetadata,
    ['-max_muxing_queue_size', '4096'],
    containerWords[request.contentType],
    [request.outputName],
  ].flat()
}

function blankInput(seconds: string): string[] {
  return ['-f', 'lavfi', '-t', seconds, '-i', `color=c=${blankColour}:s=${blankSize}:r=${blankRate}`]
}

/** Ends in [picture]. */
function pictureGraph({ picture, size }: RenderRequest, { index }: VideoTrack): string {
  if (picture === 'blank') return '[1:v]format=yuv420p[picture]'
  if (picture === 'blur') {
    const side = (name: string) => `'max(2,round(${blurredLongSide}*${name}/max(iw,ih)))'`
    const small = `scale=w=${side('iw')}:h=${side('ih')}:flags=area`
    const large = `scale=w='2*round(iw*${blurredScale}/2)':h='2*round(ih*${blurredScale}/2)':flags=bicubic`
    return `[0:${index}]scale=w='iw*sar':h=ih,setsar=1,${small},${large},setsar=1,format=yuv420p[picture]`
  }
  if (size === null) throw new TypeError('a cover needs the size of the picture')
  const whole = `scale=${size.width}:${size.height}`
  const coarse = `scale=${Math.ceil(size.width / mosaicPx)}:${Math.ceil(size.height / mosaicPx)}:flags=area`
  return [
    `[0:${index}]${whole},setsar=1,format=yuv420p,split[seen][hidden]`,
    `[hidden]${coarse},${whole}:flags=neighbor,setsar=1,format=yuva420p[mosaic]`,
    `[1:v]format=gray,${whole}:flags=neighbor,setsar=1[cover]`,
    // Both take their timestamps from the first input. The mask outlasts the recording; a shorter one would cut it
    // short, which the duration check detects.
    '[mosaic][cover]alphamerge=shortest=1[patches]',
    '[seen][patches]overlay=format=yuv420:shortest=1,format=yuv420p[picture]',
  ].join(';')
}
