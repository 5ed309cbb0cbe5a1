import { Button, makeStyles } from '@fluentui/react-components';
import { Dismiss16Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { Bar, IconButton } from '@balcao/sdk/ui';
import type { RecordingProblem } from './recorder.ts';

const useStyles = makeStyles({ actions: { display: 'flex', alignItems: 'center', gap: '4px', flexShrink: 0 } });

/** Explains why recording failed, and what to do. */
export function RecordingFailure(props: { problem: RecordingProblem; onRetry(): void; onClose(): void }) {
  const { problem, onRetry, onClose } = props;
  const styles = useStyles();
  const t = useT();
  const action = (
    <span className={styles.actions}>
      {problem !== 'unsupported' && (
        <Button size="small" onClick={onRetry}>
          {t('recording.again')}
        </Button>
      )}
      <IconButton size="small" icon={<Dismiss16Regular />} label={t('recording.close')} onClick={onClose} />
    </span>
  );
  return (
    <Bar tone="warn" alert action={action}>
      {t(`recording.trouble.${problem}`)}
    </Bar>
  );
}
