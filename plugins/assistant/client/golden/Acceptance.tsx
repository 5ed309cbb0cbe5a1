import { makeStyles, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { api, useFormat, useT } from '@balcao/sdk/client';

interface Taken {
  suggested: number;
  used: number;
}
interface Accepted extends Taken {
  unchanged: number;
  changed: number;
  discarded: number;
  queues: Taken;
  choices: Taken;
  steps: Taken;
  rewrites: { asked: number; unchanged: number; changed: number; undone: number };
  drafts: { proposed: number; accepted: number; edited: number; rejected: number };
  answers: number;
  good: number;
  bad: number;
}

const useStyles = makeStyles({
  title: { margin: '32px 0 8px', fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  list: { display: 'flex', flexWrap: 'wrap', gap: '12px 32px', margin: 0 },
  label: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  value: { margin: 0, fontVariantNumeric: 'tabular-nums' },
});

/** The share of suggestions that people took in the last 30 days, and the ratings of automatic answers. */
export function Acceptance() {
  const t = useT();
  const styles = useStyles();
  const { number } = useFormat();
  const { data } = useQuery({
    queryKey: ['assistant', 'acceptance'],
    queryFn: ({ signal }) => api.get<Accepted>('/assistant/acceptance', {}, { signal }),
  });
  if (!data || data.suggested + data.rewrites.asked + data.answers + data.drafts.proposed === 0) return null;
  const of = ({ used, suggested }: Taken): string =>
    t('accept.of', { used: number(used), suggested: number(suggested) });
  const { answers, good, bad, drafts } = data;
  const rows: [label: string, value: string][] = [
    [t('accept.replies'), of(data)],
    [
      t('accept.outcomes'),
      t('accept.outcome', {
        unchanged: number(data.unchanged),
        changed: number(data.changed),
        discarded: number(data.discarded),
      }),
    ],
    [
      t('accept.rewrites'),
      t('accept.rewritten', {
        asked: number(data.rewrites.asked),
        unchanged: number(data.rewrites.unchanged),
        changed: number(data.rewrites.changed),
        undone: number(data.rewrites.undone),
      }),
    ],
    [t('accept.choices'), of(data.choices)],
    [t('accept.queues'), of(data.queues)],
    [t('accept.steps'), of(data.steps)],
    [
      t('accept.drafts'),
      t('accept.drafted', {
        accepted: number(drafts.accepted),
        proposed: number(drafts.proposed),
        edited: number(drafts.edited),
        rejected: number(drafts.rejected),
      }),
    ],
    [t('accept.good'), t('accept.rated', { good: number(good), bad: number(bad), answers: number(answers) })],
  ];
  return (
    <section aria-label={t('accept.title')}>
      <h2 className={styles.title}>{t('accept.title')}</h2>
      <dl className={styles.list}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt className={styles.label}>{label}</dt>
            <dd className={styles.value}>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
