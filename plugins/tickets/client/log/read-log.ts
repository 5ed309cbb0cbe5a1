/** An entry as the server stores it. */
export interface LogEntry {
  type: string;
  user: { id: number; name: string } | null;
  queue: { id: number; name: string; color: string } | null;
  createdAt: string;
  /** The reason of a step that a rule made, or that the customer caused. */
  why?: string;
  /** Only of entries of plugins. */
  data?: unknown;
}

/** The state of a conversation between two steps. */
export type Phase = 'waiting' | 'automatic' | 'attending' | 'closed';

/** A place of a conversation: a person, a department, or both. */
export interface Place {
  user: string | null;
  queue: string | null;
}

export interface LogStep {
  entry: LogEntry;
  /** Of a transfer: where from and where to. */
  from?: Place;
  to?: Place;
  /** The phase that ended with this step, and how long it lasted, in ms. */
  ended?: { phase: Phase; ms: number };
}

export interface LogSummary {
  /** Sums of the phases that have ended. */
  waitedMs: number;
  attendedMs: number;
  transfers: number;
  /** The phase that has not ended, and since when. */
  now: { phase: Phase; since: number } | undefined;
}

/** Entries that tell of somebody looking, or of a plugin: they end nothing. */
const isAside = ({ type }: LogEntry): boolean => type === 'access' || type.includes('.');

/** The phase that begins with an entry; undefined: none does. */
const phaseAfter = ({ type, user }: LogEntry): Phase | undefined => {
  switch (type) {
    case 'create':
    case 'pending':
    case 'queue':
      return 'waiting';
    case 'chatBot':
      return 'automatic';
    case 'open':
      return 'attending';
    case 'closed':
      return 'closed';
    // A customer reopens by writing, and then waits.
    case 'reopen':
    case 'redirect':
    case 'receivedTransfer':
      return user ? 'attending' : 'waiting';
    default:
      return undefined;
  }
};

const placeOf = ({ user, queue }: LogEntry): Place => ({ user: user?.name ?? null, queue: queue?.name ?? null });

/**
 * Reads the log as a story: the two entries of a transfer become one step that says from where to where, and each step
 * says how long the phase before it lasted. The entries are in the order in which they were stored.
 */
export const readLog = (entries: readonly LogEntry[]): { steps: LogStep[]; summary: LogSummary } => {
  const steps: LogStep[] = [];
  const summary: LogSummary = { waitedMs: 0, attendedMs: 0, transfers: 0, now: undefined };
  let phase: LogSummary['now'];
  let holder: string | null = null;
  const count = (ended: Phase, ms: number): void => {
    if (ended === 'waiting') summary.waitedMs += ms;
    if (ended === 'attending') summary.attendedMs += ms;
  };
  /** Ends the phase that goes on, unless the same one continues in the same hands. */
  const enter = (next: Phase, at: number, isOtherHand: boolean): LogStep['ended'] => {
    const before = phase;
    if (before?.phase === next && !isOtherHand) return undefined;
    phase = { phase: next, since: at };
    if (!before) return undefined;
    const ms = Math.max(0, at - before.since);
    count(before.phase, ms);
    return { phase: before.phase, ms };
  };
  /** Second halves of transfers that are part of a step already. */
  const paired = new Set<LogEntry>();
  for (const [index, entry] of entries.entries()) {
    if (paired.has(entry)) continue;
    if (isAside(entry)) {
      steps.push({ entry });
      continue;
    }
    // Somebody may have looked at it between the two halves.
    const next = entry.type === 'transfered' ? entries.slice(index + 1).find((each) => !isAside(each)) : undefined;
    const isTransfer = next?.type === 'receivedTransfer';
    const last = isTransfer ? next : entry;
    const before = holder;
    const after = phaseAfter(last);
    if (after !== undefined) holder = after === 'attending' ? (last.user?.name ?? null) : null;
    const ended = after && enter(after, Date.parse(entry.createdAt), after === 'attending' && before !== holder);
    steps.push({
      entry,
      ...(isTransfer && { from: { user: before, queue: entry.queue?.name ?? null }, to: placeOf(last) }),
      ...(ended && { ended }),
    });
    if (!isTransfer) continue;
    summary.transfers += 1;
    paired.add(last);
  }
  return { steps, summary: { ...summary, now: phase } };
};

/** The sums at a time, which include the phase that has not ended. */
export const sumsAt = (
  { waitedMs, attendedMs, now }: LogSummary,
  time: number,
): { waited: number; attended: number } => {
  const present = now ? Math.max(0, time - now.since) : 0;
  return {
    waited: waitedMs + (now?.phase === 'waiting' ? present : 0),
    attended: attendedMs + (now?.phase === 'attending' ? present : 0),
  };
};

/** A length of time in its two largest units. */
export const lengthOf = (
  ms: number,
):
  | { unit: 'short' }
  | { unit: 'minutes'; minutes: number }
  | { unit: 'hours'; hours: number; minutes: number }
  | { unit: 'days'; days: number; hours: number } => {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return { unit: 'short' };
  if (minutes < 60) return { unit: 'minutes', minutes };
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return { unit: 'hours', hours, minutes: minutes % 60 };
  return { unit: 'days', days: Math.floor(hours / 24), hours: hours % 24 };
};
