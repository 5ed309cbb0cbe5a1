import { makeStyles, tokens } from '@fluentui/react-components';
import { useFormat, useT } from '@balcao/sdk/client';
import { VisuallyHidden, ext } from '@balcao/sdk/ui';
import type { HourCounts } from '../../contract.ts';
import { useFormStyles } from '../form/form-styles.ts';

const maxHours = 48;

const useStyles = makeStyles({
  title: { margin: '0 0 12px', fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  chart: { display: 'flex', alignItems: 'flex-end', gap: '4px', height: '96px' },
  hour: {
    display: 'flex',
    alignItems: 'flex-end',
    flex: '1 1 0',
    minWidth: '3px',
    maxWidth: '32px',
    height: '100%',
    gap: '1px',
  },
  sent: { flex: '1 1 0', backgroundColor: ext.ghost, borderRadius: '2px 2px 0 0' },
  answered: { flex: '1 1 0', backgroundColor: ext.ok, borderRadius: '2px 2px 0 0' },
  legend: { display: 'flex', gap: '16px', marginTop: '8px' },
  square: { display: 'inline-block', width: '8px', height: '8px', marginInlineEnd: '6px', borderRadius: '2px' },
});

/** Sent and answered messages by hour; screen readers get a table. */
export function Hours({ hours }: { hours: readonly HourCounts[] }) {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  const form = useFormStyles();
  const shown = hours.slice(-maxHours);
  const most = Math.max(1, ...shown.map(({ sent, answered }) => Math.max(sent, answered)));
  const height = (count: number): string => `${Math.max(count > 0 ? 2 : 0, (count / most) * 100)}%`;
  return (
    <section className={form.card} aria-label={t('report.hours')}>
      <h2 className={styles.title}>{t('report.hours')}</h2>
      {shown.length === 0 ? (
        <span className={form.quiet}>{t('report.noHours')}</span>
      ) : (
        <>
          <div className={styles.chart} aria-hidden="true">
            {shown.map(({ hour, sent, answered }) => (
              <div
                key={hour}
                className={styles.hour}
                title={`${format.dateTime(hour)}: ${t('report.hourFigures', { sent, answered })}`}
              >
                <div className={styles.sent} style={{ height: height(sent) }} />
                <div className={styles.answered} style={{ height: height(answered) }} />
              </div>
            ))}
          </div>
          <div className={styles.legend} aria-hidden="true">
            <span className={form.small}>
              <span className={styles.square} style={{ backgroundColor: ext.ghost }} />
              {t('report.card.sent')}
            </span>
            <span className={form.small}>
              <span className={styles.square} style={{ backgroundColor: ext.ok }} />
              {t('report.card.answered')}
            </span>
          </div>
          <VisuallyHidden>
            <table>
              <caption>{t('report.hours')}</caption>
              <tbody>
                {shown.map(({ hour, sent, answered }) => (
                  <tr key={hour}>
                    <th scope="row">{format.dateTime(hour)}</th>
                    <td>{t('report.hourFigures', { sent, answered })}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </VisuallyHidden>
        </>
      )}
    </section>
  );
}
