import { Button, Dialog, makeStyles, tokens } from '@fluentui/react-components';
import { useNavigate } from 'react-router-dom';
import { useSession, useT } from '@balcao/sdk/client';
import { Bar, CopyField, DialogFrame } from '@balcao/sdk/ui';
import { redirectPath, type ConnectionView } from '../contract.ts';

const useStyles = makeStyles({
  all: { display: 'grid', gap: '16px' },
  steps: { display: 'grid', gap: '8px', margin: 0, paddingLeft: '20px' },
  field: { display: 'grid', gap: '4px' },
  client: { margin: 0, color: tokens.colorNeutralForeground3 },
});

/** The steps at Google, with the address to copy, and the way to where the client is entered here. */
export function SetupDialog({ client, onClose }: { client: ConnectionView['client']; onClose(): void }) {
  const t = useT();
  const styles = useStyles();
  const navigate = useNavigate();
  const { user } = useSession();
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogFrame
        title={t('setup.title')}
        width={560}
        onClose={onClose}
        footer={
          <>
            <Button onClick={onClose}>{t('setup.close')}</Button>
            <Button appearance="primary" onClick={() => void navigate('/settings')}>
              {t('setup.settings')}
            </Button>
          </>
        }
      >
        <div className={styles.all}>
          <p className={styles.client}>{t(`setup.client.${client}`)}</p>
          <ol className={styles.steps}>
            <li>{t('setup.project')}</li>
            <li>{t('setup.api')}</li>
            <li>{t('setup.redirect')}</li>
            <li>{t(user.super ? 'setup.enterSuper' : 'setup.enter')}</li>
          </ol>
          <div className={styles.field}>
            <span>{t('setup.address')}</span>
            <CopyField label={t('setup.address')} value={`${location.origin}${redirectPath}`} />
          </div>
          <Bar tone="warn">{t('setup.trap')}</Bar>
        </div>
      </DialogFrame>
    </Dialog>
  );
}
