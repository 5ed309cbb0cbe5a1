import { makeStyles, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { Steps } from '@balcao/sdk/ui';

const steps = ['open', 'menu', 'devices', 'point'] as const;

const useStyles = makeStyles({
  side: { minWidth: 0, width: '100%' },
  note: {
    margin: '24px 0 0',
    paddingTop: '16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
});

/** The steps to take on the phone, for channels without instructions of their own. */
export function PairingSteps() {
  const t = useT();
  const styles = useStyles();
  return (
    <div className={styles.side}>
      <Steps title={t('qr.how')} steps={steps.map((step) => t(`qr.step.${step}`))} />
      <p className={styles.note}>{t('qr.note')}</p>
    </div>
  );
}
