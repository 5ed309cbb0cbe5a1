import type { CampaignCounts, CampaignView, PauseReason } from '../contract.ts';

/** The state as people see it: a running campaign also waits or stands still. */
export type ShownState = 'inactive' | 'scheduled' | 'running' | 'waiting' | 'stopped' | 'cancelled' | 'finished';

/** Reasons that pass without anybody’s help. */
const passing: readonly PauseReason[] = ['preparing', 'window', 'cap', 'throttled'];

export const shownState = ({ status, pause }: Pick<CampaignView, 'status' | 'pause'>): ShownState => {
  if (status === 'EM_ANDAMENTO') return !pause ? 'running' : passing.includes(pause.reason) ? 'waiting' : 'stopped';
  return ({ INATIVA: 'inactive', PROGRAMADA: 'scheduled', CANCELADA: 'cancelled', FINALIZADA: 'finished' } as const)[
    status
  ];
};

/** An action of a person on a pause; each is a button. */
export type Remedy = 'connections' | 'move' | 'continue' | 'failures' | 'edit' | 'settings';
const remediesOf: Record<PauseReason, readonly Remedy[]> = {
  preparing: [],
  window: ['settings'],
  cap: ['settings', 'move'],
  throttled: ['move'],
  'connection-down': ['connections', 'move'],
  'channel-off': ['connections', 'move'],
  'session-lost': ['connections', 'continue', 'move'],
  failures: ['continue', 'failures', 'move'],
  restricted: ['move', 'continue'],
  template: ['edit', 'continue'],
};
/** The buttons of a pause, the one that mends it first. */
export const remedies = (reason: PauseReason): readonly Remedy[] => remediesOf[reason];

/** Everybody whose message left, arrived, was read: each includes those that got further. */
export const reached = ({
  sent,
  delivered,
  read,
  answered,
}: Pick<CampaignCounts, 'sent' | 'delivered' | 'read' | 'answered'>) => ({
  sent: sent + delivered + read + answered,
  delivered: delivered + read + answered,
  read: read + answered,
  answered,
});

/** Everybody who still waits for the message. */
export const queued = ({
  waiting,
  asked,
  confirmed,
  released,
}: Pick<CampaignCounts, 'waiting' | 'asked' | 'confirmed' | 'released'>): number =>
  waiting + asked + confirmed + released;

/** Returns a share in percent, 0 of nothing. */
export const percent = (part: number, whole: number): number => (whole === 0 ? 0 : (part / whole) * 100);

/**
 * Returns the index of the variant with most answers among the delivered, if it leads by more than two points; else
 * undefined.
 */
export const bestVariant = (variants: CampaignCounts['variants']): number | undefined => {
  const rates = variants
    .map(({ index, delivered, answered }) => ({ index, rate: percent(answered, delivered) }))
    .toSorted((one, other) => other.rate - one.rate);
  const [first, second] = rates;
  return first && second && first.rate - second.rate > 2 ? first.index : undefined;
};
