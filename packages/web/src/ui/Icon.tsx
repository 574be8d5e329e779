/** Line icons on a 16 px grid. Hidden from screen readers, because each has a visible or accessible label. */
const paths = {
  add: 'M8 3v10M3 8h10',
  arrow: 'M6 3l5 5-5 5',
  back: 'M10 3L5 8l5 5',
  captions: 'M2.5 4h11v8h-11zM7 7a1.3 1.3 0 100 2M11 7a1.3 1.3 0 100 2',
  check: 'M3 8.5l3.2 3L13 4.5',
  close: 'M4 4l8 8M12 4l-8 8',
  copy: 'M6 6V3h7v7h-3M3 6h7v7H3z',
  dark: 'M13 9.5A5.5 5.5 0 016.5 3 5.5 5.5 0 1013 9.5z',
  document: 'M4 2.5h5l3 3v8H4zM9 2.5v3h3M6 8.5h4M6 11h4',
  down: 'M3.5 6l4.5 4.5L12.5 6',
  failed: 'M8 2.2L14.2 13H1.8zM8 6.5v3M8 11.2v.1',
  filter: 'M2.5 4h11M4.5 8h7M6.5 12h3',
  image: 'M2.5 3h11v10h-11zM2.5 11l3.2-3.2 2.5 2.4 2-2 3.3 3.2M10.5 6.2v.1',
  imports: 'M8 2.5v7M5 7l3 3 3-3M2.5 11v2.5h11V11',
  jump: 'M8 3v9M4.5 8.5L8 12l3.5-3.5',
  link: 'M7 9.5l2.5-2.5M6.5 5l1.3-1.3a2.6 2.6 0 013.7 3.7L10.2 8.7M9 11l-1.3 1.3a2.6 2.6 0 01-3.7-3.7L5.3 7.3',
  insight: 'M8 2.2l1.6 3.9 4.2.3-3.2 2.7 1 4.1L8 11l-3.6 2.2 1-4.1L2.2 6.4l4.2-.3z',
  keys: 'M9.5 6.5a3 3 0 11-6 0 3 3 0 016 0zM9 8.2l4.5 4.3M11.5 10.6l1.3-1.2',
  menu: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  maximise: 'M3 6V3h3M10 3h3v3M13 10v3h-3M6 13H3v-3',
  minimise: 'M3.5 12h9',
  minus: 'M3 8h10',
  more: 'M3.2 8h.5M7.75 8h.5M12.3 8h.5',
  operator: 'M2.5 4.5h7M12 4.5h1.5M2.5 11.5H4M6.5 11.5h7M11 3v3M5.2 10v3',
  panel: 'M8 8a2.6 2.6 0 100-5.2A2.6 2.6 0 008 8zM3 13.5c.5-2.6 2.5-4 5-4s4.5 1.4 5 4',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  person: 'M8 8a2.6 2.6 0 100-5.2A2.6 2.6 0 008 8zM3 13.5c.5-2.6 2.5-4 5-4s4.5 1.4 5 4',
  play: 'M5 3.2l7.5 4.8L5 12.8z',
  projects: 'M2.5 4h4l1.5 1.800h5.500v7h-11z',
  recording: 'M6 2.800h4v6H6zM3.8 7.500a4.2 4.2 0 008.4 0M8 11.700V14',
  retry: 'M13 8a5 5 0 11-1.5-3.600M13 2.500v3h-3',
  search: 'M11 7a4 4 0 11-8 0 4 4 0 018 0zM10 10l3.5 3.5',
  survey: 'M3 13V8M6.3 13V3.500M9.7 13V6.500M13 13v-3',
  thumbs: 'M3 3h4v4H3zM9 3h4v4H9zM3 9h4v4H3zM9 9h4v4H9z',
  team: 'M6 7.500a2.300 2.300 0 100-4.600 2.300 2.300 0 000 4.600zM1.800 13c.4-2.300 2-3.500 4.200-3.500s3.800 1.200 4.200 3.500M10.500 3.100a2.300 2.300 0 010 4.200M12 9.800c1.300.5 2 1.600 2.300 3.200',
  trash: 'M3 4.5h10M6 4.5v-2h4v2M4.5 4.500l.6 9h5.800l.6-9',
  upload: 'M8 10V3M5 5.500L8 2.500l3 3M2.5 11v2.500h11V11',
  up: 'M3.5 10L8 5.5l4.5 4.5',
  video: 'M2.5 4h8v8h-8zM10.5 7l3-2v6l-3-2',
  volume: 'M2.5 6.5h2.3L8 3.8v8.4L4.8 9.5H2.5zM10.5 6a3 3 0 010 4M12.3 4.2a5.5 5.5 0 010 7.6',
  volumeOff: 'M2.5 6.5h2.3L8 3.8v8.4L4.8 9.5H2.5zM10.5 6.5l3 3M13.5 6.5l-3 3',
  waiting: 'M8 13.500a5.5 5.5 0 100-11 5.5 5.5 0 000 11zM8 5v3.200l2 1.3',
  webhooks: 'M2.5 8h7M6.5 4.5L10 8l-3.5 3.5M13 3v10',
  working: 'M8 5.500a2.5 2.5 0 110 5 2.5 2.5 0 010-5z',
} as const

export type IconName = keyof typeof paths

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={paths[name]} />
    </svg>
  )
}
