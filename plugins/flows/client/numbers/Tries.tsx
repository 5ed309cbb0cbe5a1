import { makeStyles, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { api, useFormat, useSession, useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import { useEditorState } from '../editor/context.ts';
import { datesOf } from './range.ts';
import { useShownVersion } from './shown-version.ts';

const useStyles = makeStyles({
  section: { padding: '12px 16px', borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  title: { margin: '0 0 8px', fontSize: tokens.fontSizeBase200 },
  list: {
    display: 'grid',
    gridAutoFlow: 'column',
    gridAutoColumns: 'minmax(0, 1fr)',
    gap: '16px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  attempt: { display: 'flex', flexDirection: 'column', justifyContent: 'flex-end' },
  bar: { borderRadius: '2px', backgroundColor: ext.chart, marginBottom: '4px' },
  label: {
    display: 'flex',
    justifyContent: 'space-between',
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
  },
  ordinal: { color: tokens.colorNeutralForeground2 },
});

const barHeight = 40;

/** How many attempts customers needed until the question understood them. */
export function Tries({ flowId, nodeId }: { flowId: number; nodeId: string }) {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  const { company } = useSession();
  const span = useEditorState(({ numbersOf }) => numbersOf.span);
  const versionId = useShownVersion(flowId)?.id;
  const { data } = useQuery({
    enabled: versionId !== undefined,
    queryKey: ['flows', 'numbers', flowId, 'tries', nodeId, span, versionId],
    queryFn: async ({ signal }) =>
      (
        await api.get<{ tries: number[] }>(
          `/flow/${flowId}/numbers/${encodeURIComponent(nodeId)}/tries`,
          { versionId, ...datesOf(span, company.timeZone) },
          { signal },
        )
      ).tries,
  });
  if (!data || data.length === 0) return null;
  const most = Math.max(1, ...data);
  return (
    <section className={styles.section} aria-label={t('num.tries')}>
      <h3 className={styles.title}>{t('num.tries')}</h3>
      <ol className={styles.list}>
        {data.map((count, index) => (
          <li key={index} className={styles.attempt}>
            <div className={styles.bar} style={{ height: `${Math.max(2, (count / most) * barHeight)}px` }} />
            <span className={styles.label}>
              <span className={styles.ordinal}>{t('num.attempt', { number: index + 1 })}</span>
              <b>{format.number(count)}</b>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
