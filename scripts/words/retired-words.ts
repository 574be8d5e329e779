/**
 * Words that Inlet no longer uses, each with the one to use instead. docs/glossary.md has the words in use.
 * Add an entry when a name or a phrase is replaced, so that it does not come back.
 */
export interface RetiredWord {
  pattern: RegExp
  use: string
}

/** A name in code, as a whole identifier. */
function name(names: string, use: string): RetiredWord {
  return { pattern: new RegExp(`\\b(?:${names})\\b`, 'g'), use }
}

/** A phrase in prose, in any case. It may run over the end of a line and over the marker of a comment. */
function phrase(words: string, use: string): RetiredWord {
  const gap = String.raw`\s+(?:(?:\*|//|--|#|>)\s+)?`
  return { pattern: new RegExp(`\\b(?:${words.replaceAll(' ', gap)})(?!\\w)`, 'gi'), use }
}

/** A label on a screen that is normal English elsewhere: only as a whole string literal or a whole text node. */
function label(text: string, use: string): RetiredWord {
  return { pattern: new RegExp(`(?<=["'\`>]|^[ \\t]+)(?:${text})(?=["'\`<]|$)`, 'gm'), use }
}

const names: RetiredWord[] = [
  name('takeGivenUp', 'detachAbandonedRecordings'),
  name('GivenUp', 'AbandonedRecordings'),
  name('dropGivenUp|dropAllGivenUp', 'purgeAbandonedRecordings'),
  name('atRest', 'clearProgress, or a name for the state that is awaited'),
  name('isUnheard', 'isLinkedAndNotFailed'),
  name('fixPrivacy', 'pinPrivacySnapshot'),
  name('isStill', 'uploadsUnchanged'),
  name('takeOver|glanceAtUploads', 'acceptUploads, headUploads or headUploadsWithin'),
  name('takeTurn', 'acquireMigrationLock'),
  name('openOnes|lookedAt', 'visibleTo, scanLimit or lastPolledAt'),
  name('openFind|wantThumbs', 'setFindOpen, setThumbnailsShown'),
  name('printOf', 'contentHash'),
  name('runWorks|createBoard', 'runTasks, createProgress'),
  name('patiently', 'retryTransient'),
  name('mayPass', 'isTransient'),
  {
    pattern: /\b(?:interface|type) (?:Awaited|Work|Told|Finding|Findings)\b/g,
    use: 'a name that stands alone: ExpectedUploads, ImportTask, IssuedSecret, CheckResult, Detection',
  },
  { pattern: /^ {2}name: '(?:sweep|tidy)'/gm, use: "'sweep-records', 'nightly-cleanup'" },
]

const phrases: RetiredWord[] = [
  phrase('given-up|given up', 'failed, abandoned or dead letter'),
  phrase('mend(?:s|ed|ing)?', 'fix or repair'),
  phrase('anew', 'again, or from the start'),
  phrase('private recordings?', 'protected recording'),
  phrase('private drafts?', 'draft'),
  phrase('hear(?:s|d|ing)? (?:a|the|its|this) recordings?', 'transcribe'),
  phrase('one ear', 'one engine, model and language'),
  phrase('its project speaks', 'transcript language'),
  phrase('stands in the same commit', 'commits with the entries'),
  phrase('what is beside', 'side panel'),
  phrase('found (?:before|next)', 'previous match, next match'),
  phrase('small pages', 'thumbnails'),
  phrase('fit to the reading width', 'fit width'),
  phrase('hide or show the rail', 'toggle sidebar'),
  phrase('skip to the page', 'skip to content'),
  phrase('waits for its turn', 'queued'),
  phrase('waits for a part|partly ready', 'missing a part, ready with warnings'),
  phrase('oldest waits|made from them|who did what', 'oldest job, derived files, audit log'),
  phrase('save the original file|save csv of these', 'download original, export filtered CSV'),
  phrase('save the name|take the name away', 'save, remove name'),
  phrase('(?:copy )?the link to this second', 'link at current time'),
  phrase('10 seconds on', 'forward 10 seconds'),
  phrase('make invitation', 'create invitation link'),
  phrase('press an answer', 'click an answer'),
  phrase('as the team has it', 'team default'),
  phrase('you and some roles', 'shared with selected roles'),
  phrase('what was recognised stays', 'the original label is kept'),
  phrase('speakers are not told apart', 'speakers not identified'),
  phrase('as it stands in the file', 'text from the file'),
  phrase('MB are allowed', '600 MB exceeds the 500 MB limit'),
  phrase('will stand there without', 'will be kept without'),
  phrase('no password any more', 'forgot your password?'),
  phrase('everything one may open', 'everything you have access to'),
  phrase('never restored is a hope', 'an untested backup is not a backup'),
  phrase('a hand in the database', 'direct database access'),
  phrase('recording at work', 'a recording that is still processing'),
  phrase('does not take that method', 'method not allowed'),
  phrase('as many seconds as', 'the number of seconds in'),
  phrase('there is nothing here under', 'not found'),
  { pattern: /\b[Nn]othing says (?=["“”'`])/g, use: 'no results for' },
  { pattern: /\b1 imports\b/g, use: '1 import' },
]

const labels: RetiredWord[] = [
  label('(?:Page|Row|Line|Image|Response) before', 'Previous page, row, line, image or response'),
  label('Found', 'Results, or Why'),
  label('Smaller|Larger', 'Zoom out, Zoom in'),
  label('Make small', 'Minimize'),
  label('Show the keys', 'Keyboard shortcuts'),
  label('Light or dark|As the system', 'Theme, System'),
  label('Not here', 'Page not found'),
  label('In line|Working', 'Queued, Processing'),
  label('Not linked|Not sent', 'Unmatched, Missing'),
  label('Not kept', 'Not tracked'),
  label('More ways', 'Add from…'),
  label('Show scores|Hide scores', 'Show distribution, Hide distribution'),
  label('Whose it is|What it may do|How long it works', 'Owner, Permissions, Expires'),
  label('Works', 'Active'),
  label('Becomes', 'Import as'),
  label('Sure\\.|Likely\\.', 'High confidence, Medium confidence'),
  label('Full seat|Operator|Panel', 'Editor, System, Participants'),
  { pattern: /\bInvitation of (?=[\w$])/g, use: 'Invitation for' },
]

export const retiredWords: readonly RetiredWord[] = [...names, ...phrases, ...labels]
