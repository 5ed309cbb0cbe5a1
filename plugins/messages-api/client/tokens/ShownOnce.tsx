import { Button, Dialog, makeStyles } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { Bar, CopyField, DialogFrame } from '@balcao/sdk/ui';

interface ShownOnceProps {
  title: string;
  text: string;
  /** Name of the field. */
  label: string;
  value: string;
  onCopied?: () => void;
  onClose(): void;
}

const useStyles = makeStyles({ column: { display: 'flex', flexDirection: 'column', gap: '14px' } });

/** A secret that cannot be displayed again: the dialog closes only on request. */
export function ShownOnce({ title, text, label, value, onCopied, onClose }: ShownOnceProps) {
  const t = useT();
  const styles = useStyles();
  return (
    <Dialog open modalType="alert">
      <DialogFrame
        title={title}
        width={520}
        onClose={onClose}
        footer={
          <Button appearance="primary" onClick={onClose}>
            {t('token.done')}
          </Button>
        }
      >
        <div className={styles.column}>
          <Bar tone="warn">{text}</Bar>
          <CopyField label={label} value={value} {...(onCopied ? { onCopied } : {})} />
        </div>
      </DialogFrame>
    </Dialog>
  );
}
