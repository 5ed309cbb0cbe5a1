/**
 * The figures of an attendance `a` that roll-ups add up. A report over few rows adds up the same expressions itself, so
 * both ways give the same numbers. `_n` counts the attendances that have the time.
 */
export const metrics = {
  attendances: '1',
  accepted: '(a.accepted_at is not null)::int',
  closed: '(a.closed_at is not null)::int',
  unattended: '(a.closed_at is not null and a.accepted_at is null)::int',
  leads: 'a.is_new_contact::int',
  wait_n: '(a.wait_s is not null)::int',
  wait_s: 'coalesce(a.wait_s, 0)',
  wait_open_n: '(a.wait_open_s is not null)::int',
  wait_open_s: 'coalesce(a.wait_open_s, 0)',
  reply_n: '(a.reply_s is not null)::int',
  reply_s: 'coalesce(a.reply_s, 0)',
  reply_open_n: '(a.reply_open_s is not null)::int',
  reply_open_s: 'coalesce(a.reply_open_s, 0)',
  support_n: '(a.support_s is not null)::int',
  support_s: 'coalesce(a.support_s, 0)',
  rate1: '(a.rate is not distinct from 1)::int',
  rate2: '(a.rate is not distinct from 2)::int',
  rate3: '(a.rate is not distinct from 3)::int',
} as const;

export type Metric = keyof typeof metrics;
export const metricNames = Object.keys(metrics) as Metric[];
/** The attributes by which roll-ups can be filtered and grouped; 0: none. */
export const keyNames = ['queue_key', 'user_key', 'connection_key'] as const;
