import { makeStyles, tokens } from '@fluentui/react-components';
import { useFormat, useLanguage, useSession, useT } from '@balcao/sdk/client';
import type { CampaignPreview } from '../../contract.ts';
import { durationText } from '../duration.ts';
import { forecast } from './forecast.ts';
import { useFormStyles } from './form-styles.ts';

const maxRows = 7;

const useStyles = makeStyles({
  big: {
    fontSize: tokens.fontSizeBase600,
    lineHeight: tokens.lineHeightBase600,
    fontWeight: tokens.fontWeightSemibold,
  },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  list: { margin: '12px 0 0', padding: 0, listStyleType: 'none', display: 'flex', flexDirection: 'column', gap: '6px' },
  line: { display: 'grid', gridTemplateColumns: '80px 1fr 48px 88px', alignItems: 'center', gap: '8px' },
  bar: { height: '16px', borderRadius: tokens.borderRadiusSmall, backgroundColor: tokens.colorBrandBackground },
  amount: { textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
  hours: {
    textAlign: 'end',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
  },
});

const locales = { pt: 'pt-BR', en: 'en-US', es: 'es' } as const;

/** The duration day by day, and the limit that holds the pace. */
export function ForecastPanel({ preview }: { preview: CampaignPreview }) {
  const t = useT();
  const format = useFormat();
  const language = useLanguage();
  const { company } = useSession();
  const styles = useStyles();
  const form = useFormStyles();
  const days = forecast(preview, company.timeZone);
  const most = Math.max(1, ...days.map(({ count }) => count));
  const day = new Intl.DateTimeFormat(locales[language], {
    weekday: 'short',
    day: '2-digit',
    month: '2-digit',
    timeZone: 'UTC',
  });
  const { durationSeconds, endsAt, dailyCap, remaining } = preview;
  return (
    <section className={form.card} aria-label={t('forecast.title')}>
      <h2 className={styles.title}>{t('forecast.title')}</h2>
      <div className={styles.big}>
        {durationSeconds === null ? t('audience.never') : durationText(t, durationSeconds)}
      </div>
      {endsAt !== null && <span className={form.quiet}>{t('forecast.ends', { at: format.dateTime(endsAt) })}</span>}
      <ol className={styles.list}>
        {days.slice(0, maxRows).map(({ date, count, from, until }) => (
          <li key={date.getTime()} className={styles.line}>
            <span>{day.format(date)}</span>
            <div className={styles.bar} style={{ width: `${(count / most) * 100}%` }} aria-hidden="true" />
            <strong className={styles.amount}>{format.number(count)}</strong>
            <span className={styles.hours}>{`${from}–${until}`}</span>
          </li>
        ))}
      </ol>
      {days.length > maxRows && (
        <span className={form.quiet}>{t('forecast.more', { count: days.length - maxRows })}</span>
      )}
      <p className={form.small}>
        {dailyCap !== null && dailyCap < remaining ? t('forecast.heldByCap') : t('forecast.heldByPace')}
      </p>
    </section>
  );
}
