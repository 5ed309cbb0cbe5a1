import { Button, Dialog, makeStyles } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { CopyField, DialogFrame } from '@balcao/sdk/ui';

const useStyles = makeStyles({ column: { display: 'flex', flexDirection: 'column', gap: '14px' } });

/** Shows a link to hand over where the platform sends no mail. */
export function LinkDialog({ link, name, onClose }: { link: string; name: string; onClose(): void }) {
  const t = useT();
  const styles = useStyles();
  return (
    <Dialog open modalType="alert">
      <DialogFrame
        title={t('link.title', { name })}
        width={520}
        onClose={onClose}
        footer={
          <Button appearance="primary" onClick={onClose}>
            {t('link.done')}
          </Button>
        }
      >
        <div className={styles.column}>
          {t('link.text', { name })}
          <CopyField label={t('link.label')} value={link} />
        </div>
      </DialogFrame>
    </Dialog>
  );
}
