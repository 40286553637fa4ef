const triangle = 'M10 3 2.5 16.5h15zM10 8.5v3.5M10 14.2v.1';

/** Outlines on a grid of 20. They are decoration beside a text, so screen readers skip them. */
const paths = {
  overview: 'M3 9.5 10 3.5l7 6M5 8.5V16h10V8.5',
  payments: 'M2.5 5.5h15v9h-15zM2.5 8.5h15M5 12h3',
  links:
    'M8.5 11.5a3 3 0 0 0 4.2.2l2.6-2.6a3 3 0 0 0-4.2-4.2L10 6M11.5 8.5a3 3 0 0 0-4.2-.2l-2.6 2.6a3 3 0 0 0 4.2 4.2L10 14',
  disputes: triangle,
  payouts: 'M3 8h14M3.5 16.5h13M5 8v8M8.5 8v8M11.5 8v8M15 8v8M10 3 3 7.5h14z',
  ledger: 'M5 3h10v14H5zM8 7h4M8 10h4M8 13h2',
  people:
    'M7.5 9a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM2.5 16c0-3 2-5 5-5s5 2 5 5M13 4.3a2.5 2.5 0 0 1 0 4.4M14.5 11.5c1.9.7 3 2.3 3 4.5',
  webhooks: 'M10 3v4M10 13v4M3 10h4M13 10h4M10 7a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z',
  audit: 'M5 3h7l3 3v11H5zM12 3v3h3M7.5 10.5l1.5 1.5 3-3.5',
  settings: 'M3 6h8M15 6h2M3 14h2M9 14h8M13 4v4M7 12v4',
  sessions: 'M3 4h14v9H3zM7 16.5h6M10 13v3.5',
  out: 'M8 4H4v12h4M12 6.5 16 10l-4 3.5M16 10H8',
  menu: 'M3 6h14M3 10h14M3 14h14',
  close: 'M5 5l10 10M15 5 5 15',
  copy: 'M7 7h9v9H7zM4 13V4h9',
  download: 'M10 3.5v9M6.5 9.5 10 13l3.5-3.5M4 16.5h12',
  plus: 'M10 4v12M4 10h12',
  back: 'M12 4.5 6.5 10l5.5 5.5',
  next: 'M8 4.5 13.5 10 8 15.5',
  warning: triangle,
  check: 'M4 10.5 8 14.5 16 6',
  down: 'M5 7.5 10 12.5l5-5',
} as const;

export type IconName = keyof typeof paths;

export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
    <path d={paths[name]} />
  </svg>
);
