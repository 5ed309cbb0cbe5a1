import { makeStyles, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { api, useFormat, useT } from '@balcao/sdk/client';
import { ErrorState, FigureDefinition } from '@balcao/sdk/ui';
import { useMeasures } from '../golden/golden-data.ts';

interface Outcomes {
  ended: number;
  waiting: number;
  settled: number;
  resolved: number;
  returned: number;
  handed: number;
  costMicros: number | null;
  answers: number;
  unsourced: number;
  reasons: { reason: string; count: number }[];
}

const useStyles = makeStyles({
  title: { margin: '32px 0 8px', fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  card: {
    display: 'flex',
    flexWrap: 'wrap',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    overflow: 'hidden',
  },
  cell: {
    flex: '1 1 160px',
    minWidth: 0,
    padding: '8px 16px 12px',
    // Hairlines between cells, wherever a line ends.
    boxShadow: `1px 0 0 0 ${tokens.colorNeutralStroke2}, 0 1px 0 0 ${tokens.colorNeutralStroke2}`,
  },
  name: {
    display: 'flex',
    alignItems: 'center',
    minHeight: '24px',
    gap: '2px',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
  },
  value: {
    display: 'block',
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
  of: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  quiet: { margin: '8px 0 0', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** Outcomes of conversations with the assistant in the last 30 days: the share that needed no person, and its cost. */
export default function OutcomeCard() {
  const t = useT();
  const styles = useStyles();
  const { number } = useFormat();
  const { cost } = useMeasures();
  const { data, error, refetch } = useQuery({
    queryKey: ['assistant', 'outcomes'],
    queryFn: ({ signal }) => api.get<Outcomes>('/assistant/outcomes', {}, { signal }),
  });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const { ended, waiting, settled, resolved, returned, handed, costMicros, answers, unsourced, reasons } = data;
  const share = (part: number): string => (settled === 0 ? '–' : `${number(Math.round((100 * part) / settled))}%`);
  const ofSettled = (part: number): string => (settled === 0 ? '' : t('outcome.of', { part, count: settled }));
  const cells: [id: string, value: string, of: string][] = [
    ['resolved', share(resolved), ofSettled(resolved)],
    ['returned', share(returned), ofSettled(returned)],
    ['handed', share(handed), ofSettled(handed)],
    ['each', costMicros === null || resolved === 0 ? '–' : cost(costMicros / resolved), ''],
    [
      'unsourced',
      answers === 0 ? '–' : `${number(Math.round((100 * unsourced) / answers))}%`,
      answers === 0 ? '' : t('outcome.ofAnswers', { part: unsourced, count: answers }),
    ],
  ];
  return (
    <section aria-label={t('outcome.title')}>
      <h2 className={styles.title}>{t('outcome.title')}</h2>
      <div className={styles.card}>
        {cells.map(([id, value, of]) => (
          <div key={id} className={styles.cell}>
            <div className={styles.name}>
              {t(`outcome.${id}`)}
              <FigureDefinition
                name={t(`outcome.${id}`)}
                label={t('outcome.definition', { name: t(`outcome.${id}`) })}
                text={t(`outcome.${id}Text`)}
              />
            </div>
            <span className={styles.value}>{value}</span>
            <span className={styles.of}>{of}</span>
          </div>
        ))}
      </div>
      {ended === 0 && <p className={styles.quiet}>{t('outcome.none')}</p>}
      {waiting > 0 && <p className={styles.quiet}>{t('outcome.waiting', { count: waiting })}</p>}
      {reasons.length > 0 && (
        <p className={styles.quiet}>
          {t('outcome.reasons', {
            list: reasons.map(({ reason, count }) => `${t(`reason.${reason}`)} (${number(count)})`).join(', '),
          })}
        </p>
      )}
    </section>
  );
}
