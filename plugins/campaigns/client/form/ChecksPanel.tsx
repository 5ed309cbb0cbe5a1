import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { CheckmarkCircle20Filled, Money20Regular, Warning20Filled } from '@fluentui/react-icons';
import { useFormat, useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import type { CampaignPreview } from '../../contract.ts';
import { useFormStyles } from './form-styles.ts';

const useStyles = makeStyles({
  title: { margin: '0 0 8px', fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  list: { margin: 0, padding: 0, listStyleType: 'none', display: 'flex', flexDirection: 'column', gap: '8px' },
  line: { display: 'flex', alignItems: 'flex-start', gap: '8px' },
  ok: { color: ext.ok, flexShrink: 0 },
  warn: { color: ext.warn, flexShrink: 0 },
  icon: { flexShrink: 0 },
  text: { flexGrow: 1 },
  button: { flexShrink: 0, whiteSpace: 'nowrap' },
});

/** The checks before scheduling: faults, risks and cost. */
export function ChecksPanel({ preview, onTest }: { preview: CampaignPreview; onTest(): void }) {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  const form = useFormStyles();
  const { warnings, remaining, isCharged, portfolioLimit } = preview;
  return (
    <section className={form.card} aria-label={t('checks.title')}>
      <h2 className={styles.title}>{t('checks.title')}</h2>
      <ul className={styles.list}>
        {remaining > 0 && (
          <li className={styles.line}>
            <CheckmarkCircle20Filled className={styles.ok} aria-hidden="true" />
            <span className={styles.text}>{t('checks.audience', { count: format.number(remaining) })}</span>
          </li>
        )}
        {warnings.map(({ code, values }) => (
          <li key={code} className={styles.line}>
            <Warning20Filled className={styles.warn} aria-hidden="true" />
            <span className={styles.text}>{t(`warning.${code}`, values)}</span>
          </li>
        ))}
        <li className={styles.line}>
          <Money20Regular className={styles.icon} aria-hidden="true" />
          <span className={styles.text}>
            {isCharged ? t('checks.charged', { count: format.number(remaining) }) : t('checks.free')}
            {portfolioLimit !== null && ` ${t('checks.portfolio', { limit: format.number(portfolioLimit) })}`}
          </span>
        </li>
        <li className={styles.line}>
          <span className={styles.text}>{t('checks.test')}</span>
          <Button size="small" className={styles.button} onClick={onTest}>
            {t('test.action')}
          </Button>
        </li>
      </ul>
    </section>
  );
}
