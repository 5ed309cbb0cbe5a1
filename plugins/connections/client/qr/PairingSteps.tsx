import { makeStyles, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';

const steps = ['open', 'menu', 'devices', 'point'] as const;

const useStyles = makeStyles({
  side: { minWidth: 0, width: '100%' },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    letterSpacing: '-0.01em',
  },
  list: { margin: '16px 0 0', padding: 0, listStyleType: 'none', display: 'grid', gap: '16px' },
  step: { display: 'grid', gridTemplateColumns: '24px minmax(0, 1fr)', gap: '12px', alignItems: 'start' },
  number: {
    width: '24px',
    height: '24px',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    borderRadius: '50%',
    backgroundColor: `color-mix(in srgb, ${tokens.colorCompoundBrandBackground} 12%, transparent)`,
    color: tokens.colorBrandForeground1,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
  text: { paddingTop: '2px' },
  note: {
    margin: '24px 0 0',
    paddingTop: '16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
});

/** What to do with the phone, for channels that do not say it themselves. */
export function PairingSteps() {
  const t = useT();
  const styles = useStyles();
  return (
    <div className={styles.side}>
      <h3 className={styles.title}>{t('qr.how')}</h3>
      <ol className={styles.list}>
        {steps.map((step, index) => (
          <li key={step} className={styles.step}>
            <span className={styles.number} aria-hidden="true">
              {index + 1}
            </span>
            <span className={styles.text}>{t(`qr.step.${step}`)}</span>
          </li>
        ))}
      </ol>
      <p className={styles.note}>{t('qr.note')}</p>
    </div>
  );
}
