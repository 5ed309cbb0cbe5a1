import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useNavigate } from 'react-router-dom';
import { useT } from '@balcao/sdk/client';
import { CopyField } from '@balcao/sdk/ui';

const useStyles = makeStyles({
  steps: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    gap: '12px',
    minWidth: 0,
    width: '100%',
  },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    letterSpacing: '-0.01em',
  },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
  code: { width: '100%' },
});

/** The pairing of a simulated connection: its phone is on a page of the product. */
export default function SandboxSetup({ connection }: { connection: { id: number; qrcode: string } }) {
  const t = useT();
  const styles = useStyles();
  const navigate = useNavigate();
  return (
    <div className={styles.steps}>
      <h3 className={styles.title}>{t('setup.title')}</h3>
      <p className={styles.text}>{t('setup.text')}</p>
      <Button appearance="primary" onClick={() => void navigate(`/sandbox?line=${connection.id}`)}>
        {t('setup.open')}
      </Button>
      {connection.qrcode && (
        <div className={styles.code}>
          <CopyField label={t('line.code')} value={connection.qrcode} />
        </div>
      )}
    </div>
  );
}
