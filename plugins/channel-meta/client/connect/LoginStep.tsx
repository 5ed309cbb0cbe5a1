import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { Bar, CopyField } from '@balcao/sdk/ui';
import { useNavigate } from 'react-router-dom';
import type { AppView } from '../../contract.ts';

const useStyles = makeStyles({
  all: { display: 'grid', gap: '14px', justifyItems: 'start' },
  text: { margin: 0, textWrap: 'pretty' },
  quiet: { margin: 0, color: tokens.colorNeutralForeground3, textWrap: 'pretty' },
  fields: { display: 'grid', gap: '12px', width: '100%' },
  label: { display: 'grid', gap: '4px' },
});

/** No app is entered: where to enter one, and which addresses to register at Meta. */
export function NoApp({ app }: { app: AppView }) {
  const t = useT();
  const styles = useStyles();
  const navigate = useNavigate();
  const address = (path: string): string => `${window.location.origin}${path}`;
  return (
    <div className={styles.all}>
      <Bar tone="warn">{t('picker.noApp')}</Bar>
      <div className={styles.fields}>
        <div className={styles.label}>
          <span>{t('picker.redirectAddress')}</span>
          <CopyField label={t('picker.redirectAddress')} value={address(app.redirectPath)} />
        </div>
        <div className={styles.label}>
          <span>{t('picker.webhookAddress')}</span>
          <CopyField label={t('picker.webhookAddress')} value={address(app.webhookPath)} />
        </div>
      </div>
      <Button onClick={() => void navigate('/settings')}>{t('picker.settings')}</Button>
    </div>
  );
}

/** Before the login: what is needed, and that Facebook’s window waits. */
export function LoginStep({ state }: { state: 'idle' | 'open' | 'blocked' }) {
  const t = useT();
  const styles = useStyles();
  return (
    <div className={styles.all}>
      <p className={styles.text}>{t('picker.intro')}</p>
      <p className={styles.quiet}>{t('picker.instagramNeeds')}</p>
      <div role="status">
        {state === 'open' && <Bar tone="info">{t('picker.waiting')}</Bar>}
        {state === 'blocked' && <Bar tone="warn">{t('picker.blocked')}</Bar>}
      </div>
    </div>
  );
}
